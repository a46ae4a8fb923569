// Block Kit: each block type of a message or a modal, drawn.
import { el, keep } from "./dom.js";
import { emojified, link, webAddress, words } from "./inline.js";
import { markdown, scrolling } from "./markdown.js";
import { mrkdwn } from "./mrkdwn.js";
import { richText } from "./rich_text.js";

/**
 * Draw `blocks` into `parent`; a block that did not change keeps its elements. `place` says where they stand:
 * `names` (who and what ids stand for), `press(element, block)`, `busy` (the keys of buttons on their way), and for
 * modals `field(block, old)`.
 */
export function drawBlocks(parent, blocks, place) {
  const seen = {};
  const items = blocks.map((block) => {
    const nth = (seen[block.type] = (seen[block.type] ?? 0) + 1);
    return { block, key: block.block_id || `${block.type} ${nth}` };
  });
  keep(parent, items, {
    key: ({ key }) => key,
    content: ({ block }) => JSON.stringify([block, elementsOf(block).map((one) => place.busy.has(pressKey(one)))]),
    draw: ({ block }, old) => (DRAWN[block.type] ?? unknown)(block, place, old),
  });
}

/** What tells one button of a message from another. */
export function pressKey(element) {
  return `${element.action_id} ${element.value ?? ""}`;
}

function elementsOf(block) {
  return [...(Array.isArray(block.elements) ? block.elements : []), ...(block.accessory ? [block.accessory] : [])];
}

const DRAWN = {
  section,
  markdown: (block, { names }) => el("div", { class: "block markdown" }, markdown(String(block.text ?? ""), names)),
  rich_text: (block, { names }) => el("div", { class: "block rich" }, richText(block, names)),
  context,
  divider: () => el("hr", { class: "block" }),
  header: (block) =>
    el("div", { class: "block headline", role: "heading", "aria-level": "3" }, emojified(block.text?.text ?? "")),
  actions: (block, place) =>
    el(
      "div",
      { class: "block actions" },
      block.elements.map((one) => control(one, block, place)),
    ),
  context_actions: (block, place) =>
    el(
      "div",
      { class: "block actions" },
      block.elements.map((one) => control(one, block, place)),
    ),
  image: (block) => el("div", { class: "block" }, picture(block)),
  table,
  input: (block, place, old) => (place.field ?? unknown)(block, old),
};

/** A block this page does not draw is named, so that nothing of a message is silently missing. */
function unknown(block) {
  return el("div", { class: "block unknown" }, `A block of type “${block.type}”, which this page does not draw.`);
}

/** A text object: mrkdwn, or plain text where only emoji mean something. */
export function textObject(text, names) {
  if (!text) return null;
  return text.type === "mrkdwn" ? mrkdwn(text.text, names) : text.emoji === false ? text.text : emojified(text.text);
}

function section(block, place) {
  const text = block.text && el("div", { class: "text" }, textObject(block.text, place.names));
  const fields =
    block.fields &&
    el(
      "div",
      { class: "fields" },
      block.fields.map((field) => el("div", { class: "text" }, textObject(field, place.names))),
    );
  const accessory = block.accessory && el("div", { class: "accessory" }, control(block.accessory, block, place));
  return el("div", { class: "block section" }, el("div", { class: "main" }, text, fields), accessory);
}

function context(block, place) {
  const parts = block.elements.map((one) =>
    one.type === "image" ? picture(one) : el("span", { class: "text" }, textObject(one, place.names)),
  );
  return el("div", { class: "block context" }, parts);
}

/** A picture is shown as a link: an address chosen by a model must not be fetched just because it was posted. */
function picture(image) {
  const name = image.title?.text || image.alt_text || "image";
  return link(image.image_url ?? "", `🖼 ${name}`);
}

function table(block, { names }) {
  const cell = (tag, one) =>
    el(tag, {}, one?.type === "rich_text" ? richText(one, names) : words(String(one?.text ?? "")));
  const rows = (block.rows ?? []).map((row, at) =>
    el(
      "tr",
      {},
      row.map((one) => cell(at ? "td" : "th", one)),
    ),
  );
  return scrolling(el("table", {}, el("thead", {}, rows.slice(0, 1)), el("tbody", {}, rows.slice(1))));
}

function control(element, block, place) {
  if (element.type === "button") return button(element, block, place, emojified(element.text?.text ?? ""));
  if (element.type === "icon_button") return button(element, block, place, element.text?.text ?? element.icon);
  if (element.type === "feedback_buttons") return feedback(element, block, place);
  if (element.type === "image") return picture(element);
  return el("span", { class: "unknown" }, `A “${element.type}”, which this page does not draw.`);
}

function feedback(element, block, place) {
  return [
    ["positive_button", "👍"],
    ["negative_button", "👎"],
  ].map(([side, sign]) => {
    const one = { ...element[side], action_id: element.action_id };
    return button(one, block, place, `${sign} ${one.text?.text ?? ""}`, one.accessibility_label);
  });
}

/** While its click is on its way a button is aria-disabled rather than disabled, which would throw the focus away. */
function button(element, block, place, label, spoken) {
  const busy = place.busy.has(pressKey(element));
  const attributes = {
    type: "button",
    class: `button ${["primary", "danger"].includes(element.style) ? element.style : ""}`,
    "data-focus": `${block.block_id ?? ""} ${pressKey(element)}`,
    "data-action": element.action_id,
    "aria-label": element.accessibility_label ?? spoken,
    "aria-disabled": busy ? "true" : null,
    on: { click: () => place.busy.has(pressKey(element)) || pressed(element, block, place) },
  };
  return el("button", attributes, label);
}

function pressed(element, block, place) {
  const address = webAddress(element.url ?? "");
  if (address) window.open(address, "_blank", "noopener,noreferrer");
  place.press(element, block);
}
