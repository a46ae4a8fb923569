// Standard Markdown, as Slack's `markdown` block takes it: blocks line by line, then what stands inside a line.
import { el } from "./dom.js";
import { inlineMarkdown } from "./markdown_inline.js";

const DEEPEST = 12; // quotes and lists inside each other; deeper text is shown flat

/** The nodes of a Markdown text. Raw HTML is shown as the text it is; images become links. */
export function markdown(text, names) {
  return blocks(text.replace(/\r\n?/g, "\n").split("\n").map(spacesForTabs), { names, depth: 0 });
}

function spacesForTabs(line) {
  return line.replace(/^[ \t]+/, (indent) => indent.replace(/\t/g, "    "));
}

/** Each reader looks at the lines from `at` and gives {node, end}, or null when its block does not begin there. */
const READERS = [fence, heading, rule, quote, list, table];

function blocks(lines, place) {
  const nodes = [];
  for (let at = 0; at < lines.length;) {
    if (!lines[at].trim()) {
      at += 1;
      continue;
    }
    const read = firstOf(READERS, lines, at, place) ?? paragraph(lines, at, place);
    nodes.push(read.node);
    at = read.end;
  }
  return nodes;
}

function firstOf(readers, lines, at, place) {
  for (const reader of readers) {
    const read = reader(lines, at, place);
    if (read) return read;
  }
  return null;
}

const FENCE = /^( {0,3})(`{3,}|~{3,})[^`]*$/;

/** A fence that never closes runs to the end: half of a message still reads as code. */
function fence(lines, at) {
  const open = FENCE.exec(lines[at]);
  if (!open) return null;
  const [, indent, mark] = open;
  const closes = (line) => line.trim().length >= mark.length && line.trim() === mark[0].repeat(line.trim().length);
  let end = at + 1;
  while (end < lines.length && !closes(lines[end])) end += 1;
  const code = lines
    .slice(at + 1, end)
    .map((line) => withoutIndent(line, indent.length))
    .join("\n");
  return { node: el("pre", {}, el("code", {}, code)), end: end + 1 };
}

const HEADING = /^ {0,3}(#{1,6})(?: +(.*))?$/;

function heading(lines, at, { names }) {
  const match = HEADING.exec(lines[at]);
  if (!match) return null;
  const text = (match[2] ?? "")
    .trim()
    .replace(/(^| )#+$/, "")
    .trim();
  return { node: title(match[1].length, text, names), end: at + 1 };
}

function title(level, text, names) {
  return el(
    "div",
    { class: `heading level-${level}`, role: "heading", "aria-level": Math.min(level + 2, 6) },
    inlineMarkdown(text, names),
  );
}

const RULE = /^ *([-*_])(?: *\1){2,} *$/;

function rule(lines, at) {
  return RULE.test(lines[at]) ? { node: el("hr"), end: at + 1 } : null;
}

const QUOTE = /^ {0,3}> ?/;

function quote(lines, at, place) {
  if (!QUOTE.test(lines[at]) || place.depth >= DEEPEST) return null;
  let end = at + 1;
  while (end < lines.length && (QUOTE.test(lines[end]) || carriesOn(lines, end))) end += 1;
  const inner = lines.slice(at, end).map((line) => line.replace(QUOTE, ""));
  return { node: el("blockquote", {}, blocks(inner, { ...place, depth: place.depth + 1 })), end };
}

/** A plain line right below a quoted or listed one belongs to that one's paragraph. */
function carriesOn(lines, at) {
  return Boolean(lines[at].trim() && lines[at - 1].trim()) && !startsBlock(lines, at);
}

function startsBlock(lines, at) {
  const line = lines[at];
  return Boolean(
    QUOTE.test(line) ||
    marker(line) ||
    FENCE.test(line) ||
    RULE.test(line) ||
    HEADING.test(line) ||
    tableHead(lines, at),
  );
}

/** The list marker a line begins with: {indent, width, ordered, number, kind}, or null. */
function marker(line) {
  const match = /^( *)([-*+]|(\d{1,9})[.)])( +|$)/.exec(line);
  if (!match || RULE.test(line)) return null;
  const [, indent, sign, number, gap] = match;
  const width = indent.length + sign.length + (gap.length > 4 || !gap ? 1 : gap.length);
  return { indent: indent.length, width, ordered: number !== undefined, number: Number(number), kind: sign.at(-1) };
}

function list(lines, at, place) {
  const first = marker(lines[at]);
  if (!first || first.indent > 3 || place.depth >= DEEPEST) return null;
  const items = [];
  let loose = false;
  let end = at;
  for (let next = first; next && next.kind === first.kind; next = marker(lines[end] ?? "")) {
    const stop = itemEnd(lines, end, next);
    const inner = [
      lines[end].slice(next.width),
      ...lines.slice(end + 1, stop).map((line) => withoutIndent(line, next.width)),
    ];
    for (; inner.length > 1 && !inner.at(-1).trim(); inner.pop()) loose = true;
    items.push(item(inner, place));
    end = stop;
  }
  const start = first.ordered && first.number !== 1 ? first.number : null;
  return { node: el(first.ordered ? "ol" : "ul", { class: loose ? "loose" : null, start }, items), end };
}

/** An item runs on through indented and blank lines, and through plain lines that carry its paragraph on. */
function itemEnd(lines, at, own) {
  const fits = Math.min(own.width, own.indent + 2); // models often indent by two where the marker is three wide
  let end = at + 1;
  for (let look = end; look < lines.length; look += 1) {
    if (!lines[look].trim()) continue;
    const inside = indentOf(lines[look]) >= fits;
    if (!inside && (look > end || !carriesOn(lines, look))) break;
    end = look + 1;
  }
  return blankTail(lines, end);
}

function blankTail(lines, end) {
  let next = end;
  while (next < lines.length && !lines[next].trim()) next += 1;
  return marker(lines[next] ?? "") ? next : end;
}

function item(inner, place) {
  const task = /^\[([ xX])\] /.exec(inner[0] ?? "");
  if (task) inner[0] = inner[0].slice(4);
  const nodes = blocks(inner, { ...place, depth: place.depth + 1 });
  if (!task) return el("li", {}, nodes);
  const done = task[1] !== " ";
  return el(
    "li",
    { class: "task" },
    el("span", { class: "box", role: "img", "aria-label": done ? "done" : "to do" }, done ? "☑" : "☐"),
    el("div", {}, nodes),
  );
}

function tableHead(lines, at) {
  if (!lines[at]?.includes("|") || !/^[ |:-]+$/.test(lines[at + 1] ?? "")) return null;
  const head = cells(lines[at]);
  const signs = cells(lines[at + 1]);
  if (head.length !== signs.length || !signs.every((sign) => /^:?-+:?$/.test(sign))) return null;
  return { head, alignments: signs.map(alignment) };
}

function alignment(sign) {
  if (sign.endsWith(":")) return sign.startsWith(":") ? "center" : "right";
  return "left";
}

function table(lines, at, place) {
  const top = tableHead(lines, at);
  if (!top) return null;
  let end = at + 2;
  while (end < lines.length && lines[end].trim() && (lines[end].includes("|") || !startsBlock(lines, end))) end += 1;
  const row = (tag, texts) =>
    el(
      "tr",
      {},
      top.alignments.map((side, column) =>
        el(
          tag,
          { class: `to-${side}`, scope: tag === "th" ? "col" : null },
          inlineMarkdown(texts[column] ?? "", place.names),
        ),
      ),
    );
  const body = lines.slice(at + 2, end).map((line) => row("td", cells(line)));
  return { node: scrolling(el("table", {}, el("thead", {}, row("th", top.head)), el("tbody", {}, body))), end };
}

/** A wide table scrolls by itself and not the whole thread; the keyboard can reach it. */
export function scrolling(wide) {
  return el("div", { class: "table", tabindex: "0", role: "group", "aria-label": "table" }, wide);
}

/** The cells of a row; `\|` is a bar in a cell. */
function cells(line) {
  const row = line.trim().replace(/^\|/, "");
  const parts = row.split(/(?<!\\)\|/).map((cell) => cell.replaceAll("\\|", "|").trim());
  if (parts.length > 1 && parts.at(-1) === "") parts.pop();
  return parts;
}

/** Lines up to the next block. A row of = or - below makes them a heading. */
function paragraph(lines, at, place) {
  let end = at + 1;
  while (end < lines.length && lines[end].trim() && !underline(lines[end]) && !interrupts(lines, end)) end += 1;
  const text = lines
    .slice(at, end)
    .map((line) => line.trimStart())
    .join("\n")
    .trimEnd();
  const level = end < lines.length ? underline(lines[end]) : 0;
  if (level) return { node: title(level, text, place.names), end: end + 1 };
  return { node: el("p", {}, inlineMarkdown(text, place.names)), end };
}

function underline(line) {
  if (/^ {0,3}=+ *$/.test(line)) return 1;
  return /^ {0,3}-+ *$/.test(line) ? 2 : 0;
}

/** "In 2019. It" must not start a list in the middle of a sentence: only a list from 1 interrupts a paragraph. */
function interrupts(lines, at) {
  const sign = marker(lines[at]);
  if (sign?.ordered && sign.number !== 1) return false;
  return startsBlock(lines, at);
}

function indentOf(line) {
  return line.length - line.trimStart().length;
}

function withoutIndent(line, width) {
  return line.slice(Math.min(width, indentOf(line)));
}
