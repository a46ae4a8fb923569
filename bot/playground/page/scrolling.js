// Scrolling: who is at the end stays at the end, for everybody else nothing moves.

const AT_THE_END = 60; // pixels

/** A list that scrolls, and the button that leads to what is new below. Gives {redraw(draw), toTheEnd()}. */
export function scrolling(box, button) {
  let stays = true; // does it show its end, and go on doing so?
  const pin = () => {
    if (stays) box.scrollTop = box.scrollHeight;
  };
  const toTheEnd = () => {
    stays = true;
    button.hidden = true;
    pin();
  };
  const redraw = (draw) => {
    const before = box.querySelectorAll(".message").length;
    draw();
    pin();
    if (!stays && box.querySelectorAll(".message").length > before) button.hidden = false;
  };
  box.addEventListener("scroll", () => {
    stays = box.scrollHeight - box.scrollTop - box.clientHeight < AT_THE_END;
    if (stays) button.hidden = true;
  });
  new ResizeObserver(pin).observe(box);
  button.addEventListener("click", toTheEnd);
  return { redraw, toTheEnd };
}
