// Modals: the views an app opens, and the question before a button that asks for confirmation.
import { drawBlocks, textObject } from "./blocks.js";
import { el, refill } from "./dom.js";
import { field, fieldsIn, isFine, showErrors, valuesOf } from "./fields.js";
import { emojified } from "./inline.js";

/**
 * The open views of one person. `submit(view, values)` gives Slack's answer to a submission or null, `close(view)`
 * tells the app, `press(view, element)` is a button inside. Gives {show(views, names)}: the last view is on top,
 * those below keep what was typed in them.
 */
export function modals({ submit, close, press }) {
  const shown = new Map(); // view id -> its dialog
  const show = (views, names) => {
    for (const id of shown.keys()) if (!views.some((view) => view.id === id)) discard(shown, id);
    for (const view of views) {
      if (!shown.has(view.id)) shown.set(view.id, newDialog({ submit, close }));
      draw(shown.get(view.id), view, names, press);
    }
    bringUp(shown.get(views.at(-1)?.id), shown.values());
  };
  return { show };
}

function discard(shown, id) {
  const dialog = shown.get(id);
  shown.delete(id);
  dialog.view = null;
  dialog.close();
  dialog.remove();
}

function bringUp(top, all) {
  for (const dialog of all) if (dialog !== top && dialog.open) putAside(dialog);
  if (!top || top.open) return;
  top.showModal();
  firstField(top)?.focus();
}

function putAside(dialog) {
  dialog.aside = true;
  dialog.close();
}

function newDialog({ submit, close }) {
  const dialog = el("dialog", { class: "modal", "aria-label": "Modal" });
  dialog.leave = () => dialog.view && close(dialog.view);
  const cross = el(
    "button",
    { type: "button", class: "icon", "aria-label": "Close", on: { click: dialog.leave } },
    "✕",
  );
  const title = el("h2");
  const body = el("div", { class: "body" });
  const problem = el("p", { class: "problem", role: "alert" });
  const foot = el("footer");
  const form = el("form", { novalidate: true }, el("header", {}, title, cross), body, problem, foot);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(dialog, submit);
  });
  dialog.parts = { title, body, problem, foot, form };
  dialog.append(form);
  document.body.append(dialog);
  leavingByKey(dialog);
  return dialog;
}

function leavingByKey(dialog) {
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    dialog.leave();
  });
  // The browser may close a dialog on a second Escape without asking.
  dialog.addEventListener("close", () => {
    if (!dialog.aside) dialog.leave();
    dialog.aside = false;
  });
}

function draw(dialog, view, names, press) {
  const { title, body, foot } = dialog.parts;
  const before = dialog.view && JSON.stringify(dialog.view.payload.blocks);
  dialog.view = view;
  dialog.setAttribute("aria-label", view.payload.title?.text ?? "Modal");
  refill(title, JSON.stringify(view.payload.title), () => emojified(view.payload.title?.text ?? ""));
  drawBlocks(body, view.payload.blocks ?? [], {
    names,
    busy: new Set(),
    field: (block, old) => field(block, old, names),
    press: (element) => press(view, element),
  });
  // Other contents begin at their top; where somebody is writing, nothing moves.
  if (before && before !== JSON.stringify(view.payload.blocks) && !fieldsIn(dialog).length) body.scrollTop = 0;
  refill(foot, JSON.stringify([view.payload.close, view.payload.submit]), () => [
    el(
      "button",
      { type: "button", class: "button", on: { click: dialog.leave } },
      emojified(view.payload.close?.text ?? "Close"),
    ),
    view.payload.submit &&
      el("button", { type: "submit", class: "button primary" }, emojified(view.payload.submit.text)),
  ]);
}

function firstField(dialog) {
  return fieldsIn(dialog)[0] ?? dialog.querySelector("footer .primary, footer button");
}

async function send(dialog, submit) {
  const { form, problem } = dialog.parts;
  const fields = fieldsIn(form);
  const wrong = fields.filter((one) => !isFine(one));
  if (wrong.length || form.classList.contains("sending")) return wrong[0]?.focus();
  const button = form.querySelector("footer .primary");
  button?.setAttribute("aria-disabled", "true");
  form.classList.add("sending");
  problem.textContent = "";
  try {
    const answer = await submit(dialog.view, valuesOf(fields));
    if (answer?.response_action === "errors") problem.textContent = showErrors(fields, answer.errors ?? {});
  } catch (error) {
    problem.textContent = error.message;
  } finally {
    button?.removeAttribute("aria-disabled");
    form.classList.remove("sending");
  }
}

/** Ask before a button does its work, in the words its `confirm` object gives. Resolves to yes or no. */
export function confirmed(asked, names) {
  return new Promise((resolve) => {
    const answer = (text, style, yes) =>
      el("button", { type: "button", class: `button ${style}`, on: { click: () => done(yes) } }, text);
    const dialog = el(
      "dialog",
      { class: "modal small", role: "alertdialog", "aria-label": asked.title?.text },
      el("header", {}, el("h2", {}, asked.title?.text ?? "Are you sure?")),
      el("div", { class: "body text" }, textObject(asked.text, names)),
      el("footer", {}, [
        answer(asked.deny?.text ?? "Cancel", "", false),
        answer(asked.confirm?.text ?? "Yes", asked.style === "danger" ? "danger" : "primary", true),
      ]),
    );
    const done = askWith(dialog, resolve, false);
  });
}

/** Show a dialog of our own. Gives the function that ends it with an answer; Escape ends it with `otherwise`. */
function askWith(dialog, resolve, otherwise) {
  const done = (answer) => {
    resolve(answer);
    dialog.remove();
  };
  dialog.addEventListener("cancel", () => done(otherwise));
  document.body.append(dialog);
  dialog.showModal();
  return done;
}

/** Let somebody rewrite what they said. Resolves to the new text, or null when they leave it as it is. */
export function rewritten(text) {
  return new Promise((resolve) => {
    const box = el("textarea", { rows: "4", "aria-label": "Message" });
    box.value = text;
    const cancel = el("button", { type: "button", class: "button", on: { click: () => done(null) } }, "Cancel");
    const save = (event) => {
      event.preventDefault();
      const words = box.value.trim();
      done(words && words !== text ? words : null);
    };
    const form = el(
      "form",
      { on: { submit: save } },
      el("header", {}, el("h2", {}, "Edit message")),
      el("div", { class: "body" }, el("div", { class: "field" }, box)),
      el("footer", {}, cancel, el("button", { type: "submit", class: "button primary" }, "Save")),
    );
    const done = askWith(el("dialog", { class: "modal small", "aria-label": "Edit message" }, form), resolve, null);
    box.focus();
  });
}
