// Markdown inside a line: emphasis by the delimiter rules of CommonMark
// (https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis).
import { el } from "./dom.js";
import { emojified, link, slackToken, words } from "./inline.js";

/** The nodes of one line or paragraph. */
export function inlineMarkdown(text, names) {
  const reader = { text, names, at: 0, pieces: [], brackets: [], noCode: new Set() };
  while (reader.at < text.length) step(reader);
  return emphasised(reader.pieces);
}

/** Pieces are {text} for plain words, {node}, or {mark, count, opens, closes} for a run of * _ or ~. */
function step(reader) {
  const reads = READS[reader.text[reader.at]];
  if (reads?.(reader)) return;
  addText(reader, reader.text[reader.at]);
  reader.at += 1;
}

function addText({ pieces }, text) {
  const last = pieces.at(-1);
  if (last?.text !== undefined && !last.bracket && !last.literal) last.text += text;
  else pieces.push({ text });
}

const READS = {
  "\\": escape,
  "`": code,
  "<": angle,
  "&": entity,
  "*": run,
  _: run,
  "~": run,
  "[": openBracket,
  "!": openImage,
  "]": closeBracket,
  h: bareAddress,
  "\n": lineBreak,
};

function matchHere(reader, pattern) {
  pattern.lastIndex = reader.at;
  return pattern.exec(reader.text);
}

function escape(reader) {
  const next = reader.text[reader.at + 1] ?? "";
  if (next === "\n") return addNode(reader, el("br"), 2);
  if (!/[!-/:-@[-`{-~]/.test(next)) return false;
  reader.pieces.push({ text: next, literal: true });
  reader.at += 2;
  return true;
}

function addNode(reader, node, length) {
  reader.pieces.push({ node });
  reader.at += length;
  return true;
}

/** Slack keeps the line breaks of a paragraph, where a web page would run the lines together. */
function lineBreak(reader) {
  const last = reader.pieces.at(-1);
  if (last?.text !== undefined) last.text = last.text.trimEnd();
  return addNode(reader, el("br"), 1);
}

function code(reader) {
  const [ticks] = matchHere(reader, /`+/y);
  const end = reader.noCode.has(ticks) ? -1 : closingTicks(reader.text, reader.at + ticks.length, ticks);
  if (end < 0) {
    reader.noCode.add(ticks);
    addText(reader, ticks);
    reader.at += ticks.length;
    return true;
  }
  let inner = reader.text.slice(reader.at + ticks.length, end).replaceAll("\n", " ");
  if (/^ .*[^ ].* $/.test(inner)) inner = inner.slice(1, -1);
  return addNode(reader, el("code", {}, inner), end + ticks.length - reader.at);
}

function closingTicks(text, from, ticks) {
  for (let at = text.indexOf(ticks, from); at >= 0;) {
    let end = at;
    while (text[end] === "`") end += 1;
    if (end - at === ticks.length) return at;
    at = text.indexOf(ticks, end);
  }
  return -1;
}

function angle(reader) {
  const match = matchHere(reader, /<([^<>\s|]{1,2000})>/y) ?? matchHere(reader, /<([@#!][^<>\n]{1,200})>/y);
  const node = match && slackToken(match[1], reader.names);
  return node ? addNode(reader, node, match[0].length) : false;
}

const ENTITIES = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  ndash: "–",
  mdash: "—",
  hellip: "…",
};

function entity(reader) {
  const match = matchHere(reader, /&(?:([a-z]{2,6})|#(\d{1,7})|#x([0-9a-f]{1,6}));/iy);
  if (!match) return false;
  const [, name, decimal, hex] = match;
  const text = name ? ENTITIES[name] : character(decimal ? parseInt(decimal, 10) : parseInt(hex, 16));
  if (!text) return false;
  reader.pieces.push({ text, literal: true });
  reader.at += match[0].length;
  return true;
}

function character(point) {
  const isOne = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isOne ? String.fromCodePoint(point) : "\ufffd";
}

/** A bare address is taken whole, so that the underscores in it are not read as emphasis. */
function bareAddress(reader) {
  const match = matchHere(reader, /https?:\/\/[^\s<>"|`\]]+/iy);
  if (!match || /\w/.test(reader.text[reader.at - 1] ?? " ")) return false;
  const [first] = words(match[0]).filter((node) => node instanceof Element);
  return first ? addNode(reader, first, first.textContent.length) : false;
}

function run(reader) {
  const mark = reader.text[reader.at];
  let end = reader.at;
  while (reader.text[end] === mark) end += 1;
  const before = previousCharacter(reader.text, reader.at);
  const after = String.fromCodePoint(reader.text.codePointAt(end) ?? 32);
  reader.pieces.push({ mark, count: end - reader.at, length: end - reader.at, ...sides(mark, before, after) });
  reader.at = end;
  return true;
}

function previousCharacter(text, at) {
  const low = text[at - 1] ?? " ";
  return /[\udc00-\udfff]/.test(low) ? text.slice(at - 2, at) : low;
}

const SPACE = /\s/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;

function sides(mark, before, after) {
  const left = !SPACE.test(after) && (!PUNCTUATION.test(after) || SPACE.test(before) || PUNCTUATION.test(before));
  const right = !SPACE.test(before) && (!PUNCTUATION.test(before) || SPACE.test(after) || PUNCTUATION.test(after));
  if (mark !== "_") return { opens: left, closes: right };
  return { opens: left && (!right || PUNCTUATION.test(before)), closes: right && (!left || PUNCTUATION.test(after)) };
}

function openBracket(reader) {
  reader.brackets.push(reader.pieces.length);
  reader.pieces.push({ text: "[", bracket: true });
  reader.at += 1;
  return true;
}

function openImage(reader) {
  if (reader.text[reader.at + 1] !== "[") return false;
  reader.brackets.push(reader.pieces.length);
  reader.pieces.push({ text: "![", bracket: true });
  reader.at += 2;
  return true;
}

// "](address "title")": the address in angle brackets, or without spaces and with its round brackets in pairs.
const POINTED = /<([^<>\n]*)>/;
const BARE = /((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))*)/;
const TITLE = /"[^"]*"|'[^']*'|\([^()]*\)/;
const DESTINATION = new RegExp(
  `\\]\\(\\s{0,9}(?:${POINTED.source}|${BARE.source})(?:\\s{1,9}(?:${TITLE.source}))?\\s{0,9}\\)`,
  "y",
);

/** `]` ends a link if a `[` is open and an address in round brackets follows; a link holds no other link. */
function closeBracket(reader) {
  const from = reader.brackets.pop();
  const match = from === undefined ? null : matchHere(reader, DESTINATION);
  if (!match) return false;
  const address = (match[1] ?? match[2]).replace(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll("&amp;", "&");
  const label = emphasised(reader.pieces.splice(from).slice(1)).flatMap(withoutLinks);
  if (!address) reader.pieces.push(...label.map((node) => ({ node })));
  else addNode(reader, link(address, label.length ? label : address), 0);
  reader.brackets.length = 0;
  reader.at += match[0].length;
  return true;
}

/** `[https://a.example](https://a.example)` is one link: the address in the label is only its words. */
function withoutLinks(node) {
  if (!(node instanceof Element)) return [node];
  for (const inner of node.querySelectorAll("a")) inner.replaceWith(...inner.childNodes);
  return node.tagName === "A" ? [...node.childNodes] : [node];
}

/** Pair the runs of marks, innermost first, and give the nodes. */
function emphasised(pieces) {
  const open = []; // the runs that may still open, oldest first
  const out = [];
  for (const piece of pieces) {
    if (piece.mark && piece.closes) closeWith(piece, open, out);
    if (piece.mark && piece.opens && piece.count) open.push(piece);
    if (!piece.mark || piece.count) out.push(piece);
  }
  return out.flatMap(nodesOf);
}

function closeWith(closer, open, out) {
  while (closer.count) {
    const at = open.findLastIndex((opener) => pairs(opener, closer));
    if (at < 0) return;
    const opener = open[at];
    const used = closer.mark === "~" ? closer.count : Math.min(2, opener.count, closer.count);
    const inner = out.splice(out.indexOf(opener) + 1).flatMap(nodesOf);
    out.push({ node: el(tagFor(closer.mark, used), {}, inner) });
    open.length = at + 1;
    opener.count -= used;
    closer.count -= used;
    if (!opener.count) {
      open.pop();
      out.splice(out.indexOf(opener), 1);
    }
  }
}

function tagFor(mark, used) {
  if (mark === "~") return "del";
  return used === 2 ? "strong" : "em";
}

/** The rule of three keeps `*a**b*` from pairing one star with two. */
function pairs(opener, closer) {
  if (opener.mark !== closer.mark) return false;
  if (closer.mark === "~") return opener.count === closer.count && closer.count <= 2;
  const both = (opener.closes || closer.opens) && (opener.length + closer.length) % 3 === 0;
  return !both || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

function nodesOf(piece) {
  if (piece.node) return [piece.node];
  if (piece.mark) return [document.createTextNode(piece.mark.repeat(piece.count))];
  return [document.createTextNode(emojified(piece.text))];
}
