// The box one writes in, with names offered after "@".
import { el } from "./dom.js";

/**
 * A composer. `send(text)` is asked for each message and rejects when it could not be sent: the words then come back.
 * `people` are {handle, name}; `label` is what a screen reader calls it. Gives {element, fill(text), focus()}.
 */
export function composer({ label, placeholder, people, send }) {
  const box = el("textarea", {
    rows: "1",
    placeholder,
    "aria-label": label,
    autocomplete: "off",
    spellcheck: "true",
  });
  const offers = el("ul", { class: "offers", role: "listbox", "aria-label": "People", hidden: true });
  const button = el("button", { type: "submit", class: "send", "aria-label": "Send", disabled: true }, "➤");
  const form = el(
    "form",
    { class: "composer" },
    offers,
    box,
    el(
      "div",
      { class: "foot" },
      el("span", { class: "hint" }, "Enter sends, Shift+Enter starts a new line, @ mentions"),
      button,
    ),
  );
  const names = offering(box, offers, people);
  const changed = () => {
    fit(box);
    button.disabled = !box.value.trim();
  };
  const put = (text) => {
    box.value = text;
    changed();
  };
  const submit = async () => {
    const text = box.value.trim();
    if (!text) return;
    put("");
    try {
      await send(text);
    } catch {
      if (!box.value) put(text);
    }
  };
  box.addEventListener("input", () => {
    changed();
    names.look();
  });
  box.addEventListener(
    "keydown",
    (event) => names.key(event) || (isSend(event) && (event.preventDefault(), submit())),
  );
  box.addEventListener("blur", names.hide);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
    box.focus();
  });
  const fill = (text) => {
    put(text);
    box.focus();
    box.setSelectionRange(text.length, text.length);
  };
  return { element: form, fill, focus: () => box.focus() };
}

/** Enter while an input method is composing only accepts what it offers. */
function isSend(event) {
  return event.key === "Enter" && !event.shiftKey && !event.isComposing;
}

function fit(box) {
  box.style.height = "auto";
  box.style.height = `${Math.min(box.scrollHeight, 220)}px`;
}

/** The list after "@": arrows choose, Enter and Tab take, Escape hides it. */
function offering(box, list, people) {
  let found = [];
  let chosen = 0;
  const hide = () => {
    found = [];
    draw();
  };
  const take = (person) => {
    insert(box, person.handle);
    hide();
  };
  const draw = () => {
    list.hidden = !found.length;
    list.replaceChildren(...found.map((person, at) => offer(person, at === chosen, take)));
  };
  const look = () => {
    found = matching(box, people);
    chosen = 0;
    draw();
  };
  const key = (event) => {
    if (!found.length || event.isComposing) return false;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) {
      chosen = (chosen + move + found.length) % found.length;
      draw();
    } else if (event.key === "Enter" || event.key === "Tab") take(found[chosen]);
    else if (event.key === "Escape") {
      hide();
      event.stopPropagation();
    } else return false;
    event.preventDefault();
    return true;
  };
  return { look, key, hide };
}

function offer(person, chosen, take) {
  const pick = (event) => {
    event.preventDefault();
    take(person);
  };
  return el(
    "li",
    { role: "option", "aria-selected": String(chosen), on: { mousedown: pick } },
    el("b", {}, person.name),
    ` @${person.handle}`,
  );
}

const BEGUN = /(?:^|[\s(])@([\p{L}\p{N}_]*)$/u;

function matching(box, people) {
  const begun = BEGUN.exec(box.value.slice(0, box.selectionStart));
  if (!begun) return [];
  const start = begun[1].toLowerCase();
  return people.filter(
    ({ handle, name }) =>
      handle !== start && [handle, ...name.toLowerCase().split(" ")].some((one) => one.startsWith(start)),
  );
}

function insert(box, handle) {
  const before = box.value.slice(0, box.selectionStart).replace(/@[\p{L}\p{N}_]*$/u, `@${handle} `);
  const after = box.value.slice(box.selectionStart).replace(/^ /, "");
  box.value = before + after;
  box.setSelectionRange(before.length, before.length);
  box.dispatchEvent(new Event("input"));
}
