// Building and keeping elements. Text enters the page as text nodes only: what a model wrote is never parsed as HTML.

const NOTHING = new Set([null, undefined, false]);

/** An element with attributes, listeners (`on: {click: f}`) and children; null and false are no child. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  give(element, attributes);
  element.append(...present(children));
  return element;
}

/** Give an element attributes and listeners; null, undefined and false are no attribute, true is an empty one. */
export function give(element, { on = {}, ...attributes }) {
  for (const [name, value] of Object.entries(attributes))
    if (!NOTHING.has(value)) element.setAttribute(name, value === true ? "" : value);
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
}

export function present(children) {
  return children.flat(Infinity).filter((child) => !NOTHING.has(child));
}

/**
 * Make `parent` hold one child for each item, in order. A child whose item kept its key and its content is left
 * alone, so that focus, selection and typed text outlive a redraw. `draw(item, old)` gives the child, or `old` mended.
 */
export function keep(parent, items, { key, content, draw }) {
  const focus = focusInside(parent);
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const wanted = items.map((item) => kept(old.get(String(key(item))), item, { key, content, draw }));
  for (const child of [...parent.children]) if (!wanted.includes(child)) child.remove();
  for (const [at, child] of wanted.entries()) {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  }
  focus?.restore();
}

function kept(old, item, { key, content, draw }) {
  const now = content(item);
  if (old && old.content === now) return old;
  const child = draw(item, old);
  child.dataset.key = key(item);
  child.content = now;
  return child;
}

/** Fill `slot` anew, but only when its content is another than last time. */
export function refill(slot, content, children) {
  if (slot.content === content) return;
  const focus = focusInside(slot);
  slot.content = content;
  slot.replaceChildren(...present([children()]));
  focus?.restore();
}

/** What had the focus inside `parent`, so that its successor (same data-focus) can have it after a redraw. */
export function focusInside(parent) {
  const active = document.activeElement;
  if (!active || active === parent || !parent.contains(active)) return null;
  const name = active.dataset.focus;
  const home = active.closest("[data-home]");
  return {
    restore() {
      if (document.activeElement === active) return;
      const same = [...parent.querySelectorAll("[data-focus]")].find((one) => one.dataset.focus === name);
      (active.isConnected ? active : (same ?? (home?.isConnected ? home : null)))?.focus({ preventScroll: true });
    },
  };
}
