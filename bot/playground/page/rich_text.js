// Slack's rich_text block: sections, lists, quotes and code as data.
import { dated } from "./dates.js";
import { el } from "./dom.js";
import { emoji, link, mention } from "./inline.js";

export function richText(block, names) {
  return (block.elements ?? []).map((part) => PARTS[part.type]?.(part, names) ?? null);
}

const PARTS = {
  rich_text_section: (part, names) => el("div", { class: "text" }, pieces(part, names)),
  rich_text_quote: (part, names) => el("blockquote", {}, pieces(part, names)),
  rich_text_preformatted: (part, names) => el("pre", {}, el("code", {}, pieces(part, names))),
  rich_text_list: list,
};

/** Nesting is given by `indent`, one list after the other; `offset` is how many numbers came before. */
function list(part, names) {
  const ordered = part.style === "ordered";
  const indent = Math.min(Number(part.indent) || 0, 8);
  const items = (part.elements ?? []).map((item) => el("li", {}, pieces(item, names)));
  return el(
    ordered ? "ol" : "ul",
    { class: `indent-${indent}`, start: ordered && part.offset ? part.offset + 1 : null },
    items,
  );
}

function pieces(part, names) {
  return (part.elements ?? []).map((piece) =>
    styled(PIECES[piece.type]?.(piece, names) ?? piece.text ?? "", piece.style),
  );
}

const PIECES = {
  text: (piece) => piece.text,
  link: (piece) => link(piece.url, piece.text || piece.url),
  user: (piece, names) => mention(piece.user_id, names),
  usergroup: (piece) => el("span", { class: "mention" }, `@${piece.usergroup_id}`),
  channel: (piece, names) => el("span", { class: "mention" }, `#${names.channel(piece.channel_id)}`),
  broadcast: (piece) => el("span", { class: "mention" }, `@${piece.range}`),
  emoji: (piece) => emoji(piece.name) ?? fromPoints(piece.unicode) ?? `:${piece.name}:`,
  date: (piece) => dated(piece),
  color: (piece) => piece.value,
};

/** "1f469-200d-1f52c" are the code points of one emoji. */
function fromPoints(unicode) {
  if (!/^[0-9a-f]{1,5}(-[0-9a-f]{1,5})*$/i.test(unicode ?? "")) return null;
  return String.fromCodePoint(...unicode.split("-").map((hex) => parseInt(hex, 16)));
}

const STYLES = { code: "code", bold: "strong", italic: "em", strike: "del", underline: "u" };

function styled(content, style = {}) {
  return Object.entries(STYLES).reduce((inner, [name, tag]) => (style[name] ? el(tag, {}, inner) : inner), content);
}
