// The fields of a modal. Each is an element that can `read()` and `write(value)` what it holds, and `focus()`.
import { textObject } from "./blocks.js";
import { el, give } from "./dom.js";
import { emojified } from "./inline.js";

/** An input block. What was typed before a redraw stays, as Slack keeps it when block_id and action_id stay. */
export function field(block, old, names) {
  const { element } = block;
  const id = `field ${block.block_id}`.replaceAll(" ", "-");
  const before = old && fieldsIn(old)[0];
  const box = KINDS[element.type]?.(element, id, names);
  if (!box) return el("div", { class: "block unknown" }, `A “${element.type}”, which this page does not draw.`);
  give(box, {
    id,
    "data-input": element.type,
    "data-focus": id,
    "data-block": block.block_id,
    "data-action": element.action_id,
    "data-required": !block.optional,
    "aria-required": block.optional ? null : "true",
    "aria-describedby": `${id}-error ${id}-hint`,
    on: { input: () => complain(box, ""), keydown: sendOnControlEnter },
  });
  const isSame = before?.dataset.action === element.action_id && before.dataset.input === element.type;
  if (isSame) box.write(before.read());
  return el(
    "div",
    { class: "block field" },
    el(
      "label",
      { for: id, id: `${id}-label` },
      textObject(block.label, names),
      block.optional && el("span", { class: "optional" }, " (optional)"),
    ),
    box,
    el("p", { id: `${id}-error`, class: "problem", role: "alert" }),
    block.hint && el("p", { id: `${id}-hint`, class: "hint" }, textObject(block.hint, names)),
  );
}

/** The fields inside an element, in order. */
export function fieldsIn(element) {
  return [...element.querySelectorAll("[data-input]")];
}

/** Is this field ready to be sent? What is wrong with it is said below it. */
export function isFine(box) {
  const problem = fault(box);
  complain(box, problem);
  return !problem;
}

/** What the fields hold, {block_id: {action_id: value}}: a text, or a list of the values of checked boxes. */
export function valuesOf(fields) {
  const values = {};
  for (const one of fields) (values[one.dataset.block] ??= {})[one.dataset.action] = one.read();
  return values;
}

/** Each error at its field; gives those for a block without a field, so that they are said too. */
export function showErrors(fields, errors) {
  const rest = [];
  for (const [block, sentence] of Object.entries(errors)) {
    const box = fields.find((one) => one.dataset.block === block);
    if (box) complain(box, sentence);
    else rest.push(sentence);
  }
  fields.find((one) => one.hasAttribute("aria-invalid"))?.focus();
  return rest.join(" ");
}

const KINDS = {
  plain_text_input: text,
  number_input: number,
  static_select: choice,
  radio_buttons: choice,
  checkboxes,
};

/** A control with a `value` of its own, holding `value` to begin with. */
function simple(box, value) {
  box.read = () => box.value;
  box.write = (text) => (box.value = text);
  box.write(value ?? "");
  return box;
}

function text(element) {
  const shared = {
    maxlength: element.max_length ?? 3000,
    "data-min": element.min_length,
    placeholder: element.placeholder?.text,
  };
  const box = element.multiline
    ? el("textarea", { rows: "5", ...shared })
    : el("input", { type: "text", ...shared });
  return simple(box, element.initial_value);
}

function number(element) {
  const step = element.is_decimal_allowed ? "any" : "1";
  const bounds = { min: element.min_value, max: element.max_value, placeholder: element.placeholder?.text };
  return simple(el("input", { type: "number", step, ...bounds }), element.initial_value);
}

function choice(element) {
  const option = (one) => el("option", { value: one.value }, one.text?.text ?? one.value);
  const group = (one) => el("optgroup", { label: one.label?.text ?? "" }, (one.options ?? []).map(option));
  const none = el("option", { value: "" }, element.placeholder?.text ?? "Choose…");
  const box = el("select", {}, none, (element.options ?? []).map(option), (element.option_groups ?? []).map(group));
  return simple(box, element.initial_option?.value);
}

function checkboxes(element, id, names) {
  const options = element.options ?? [];
  const boxes = options.map((one) => el("input", { type: "checkbox", value: one.value }));
  const lines = options.map((one, at) =>
    el(
      "label",
      { class: "check" },
      boxes[at],
      el(
        "span",
        {},
        textObject(one.text, names),
        one.description && el("span", { class: "hint" }, emojified(one.description.text ?? "")),
      ),
    ),
  );
  const group = el("div", { role: "group", class: "checks", "aria-labelledby": `${id}-label` }, lines);
  group.read = () => boxes.filter((box) => box.checked).map((box) => box.value);
  group.write = (values) => boxes.forEach((box) => (box.checked = values.includes(box.value)));
  group.write((element.initial_options ?? []).map((one) => one.value));
  group.focus = () => boxes[0]?.focus();
  return group;
}

function fault(box) {
  const problem = box.dataset.input === "number_input" ? numberFault(box) : textFault(box);
  if (problem) return problem;
  const isEmpty = !String(box.read()).trim();
  return box.hasAttribute("data-required") && isEmpty ? "Please complete this required field." : "";
}

function textFault(box) {
  const least = Number(box.dataset.min ?? 0);
  const length = box.read().length;
  return length > 0 && length < least ? `Please write at least ${least} characters.` : "";
}

function numberFault({ validity, min, max, step }) {
  if (validity.badInput) return "Please enter a number.";
  if (validity.rangeUnderflow) return `Please enter a number that is at least ${min}.`;
  if (validity.rangeOverflow) return `Please enter a number that is at most ${max}.`;
  return validity.stepMismatch && step === "1" ? "Please enter a whole number." : "";
}

function sendOnControlEnter(event) {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.target.form.requestSubmit();
}

function complain(box, sentence) {
  box.parentElement.querySelector(".problem").textContent = sentence;
  if (sentence) box.setAttribute("aria-invalid", "true");
  else box.removeAttribute("aria-invalid");
}
