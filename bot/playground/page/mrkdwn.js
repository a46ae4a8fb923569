// Slack's own text format: *bold* _italic_ ~strike~ `code` ```pre``` > quote <url|label> <@U1>.
import { dated } from "./dates.js";
import { el } from "./dom.js";
import { decoded, slackToken, words } from "./inline.js";

/** The nodes of a mrkdwn text. Line breaks stay line breaks: the style sheet keeps them. */
export function mrkdwn(text, names) {
  const parts = text.split(/```([\s\S]*?)```/);
  return parts.flatMap((part, at) =>
    at % 2 ? [preformatted(part)] : quotesAndLines(edgeTrimmed(part, at, parts.length), names),
  );
}

function preformatted(text) {
  return el("pre", {}, el("code", {}, plainText(text.replace(/^\n|\n$/g, ""))));
}

/** A block stands on lines of its own, so the line break next to it must not show as an empty line. */
function edgeTrimmed(part, at, count) {
  const after = at > 0 ? part.replace(/^\n/, "") : part;
  return at < count - 1 ? after.replace(/\n$/, "") : after;
}

const QUOTED = /^(?:>|&gt;) ?/;
const QUOTED_TO_THE_END = /^(?:>|&gt;){3} ?/;

function quotesAndLines(text, names) {
  const nodes = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length;) {
    const open = lines[at];
    const quoted = QUOTED.test(open);
    let end = at + 1;
    if (QUOTED_TO_THE_END.test(open)) end = lines.length;
    else
      while (end < lines.length && QUOTED.test(lines[end]) === quoted && !QUOTED_TO_THE_END.test(lines[end]))
        end += 1;
    nodes.push(quoted ? quote(lines.slice(at, end), names) : inline(lines.slice(at, end).join("\n"), names));
    at = end;
  }
  return nodes.flat();
}

function quote(lines, names) {
  const toTheEnd = QUOTED_TO_THE_END.test(lines[0]);
  const text = lines
    .map((line, at) => line.replace(toTheEnd ? (at ? /^/ : QUOTED_TO_THE_END) : QUOTED, ""))
    .join("\n");
  return el("blockquote", {}, inline(text, names));
}

const LETTER = /[\p{L}\p{N}]/u;
const MARKS = { "*": "strong", _: "em", "~": "del" };

/** Inline nodes. `open` are the marks around this text: none stands inside its own kind, so the depth is bounded. */
function inline(text, names, open = "") {
  const nodes = [];
  const hopeless = new Set(); // marks that no longer close anywhere: looking again for each would take quadratic time
  let plain = 0;
  const flush = (end) => nodes.push(...words(decoded(text.slice(plain, end))));
  for (let at = 0; at < text.length;) {
    const found = token(text, at, names, open, hopeless);
    if (!found) {
      at += 1;
      continue;
    }
    flush(at);
    nodes.push(found.node);
    at = plain = found.end;
  }
  flush(text.length);
  return nodes;
}

function token(text, at, names, open, hopeless) {
  const mark = text[at];
  if (mark === "`") return code(text, at, hopeless);
  if (mark === "<") return angle(text, at, names, hopeless);
  if (!MARKS[mark] || open.includes(mark) || hopeless.has(mark)) return null;
  if (LETTER.test(text[at - 1] ?? " ") || /\s/.test(text[at + 1] ?? " ") || text[at + 1] === mark) return null;
  const end = closing(text, at + 1, mark);
  if (end < 0) {
    hopeless.add(mark);
    return null;
  }
  return { node: el(MARKS[mark], {}, inline(text.slice(at + 1, end), names, open + mark)), end: end + 1 };
}

function code(text, at, hopeless) {
  if (hopeless.has("`")) return null;
  const end = text.indexOf("`", at + 1);
  if (end < 0) hopeless.add("`");
  if (end <= at + 1 || text.slice(at, end).includes("\n")) return null;
  return { node: el("code", {}, plainText(text.slice(at + 1, end))), end: end + 1 };
}

function angle(text, at, names, hopeless) {
  if (hopeless.has("<")) return null;
  const end = text.indexOf(">", at);
  if (end < 0) {
    hopeless.add("<");
    return null;
  }
  const inside = text.slice(at + 1, end);
  const node = dateToken(inside) ?? slackToken(inside, names);
  return node && { node, end: end + 1 };
}

/** "!date^1392734382^{date_short}^https://a.example|18 Feb" is a point in time, with or without the link. */
function dateToken(token) {
  const found = /^!date\^(-?\d+)\^([^|^]*)(?:\^([^|]*))?(?:\|(.*))?$/s.exec(token);
  if (!found) return null;
  const [format, url, fallback] = found.slice(2).map((part) => part && decoded(part));
  return dated({ timestamp: Number(found[1]), format, url, fallback });
}

/** Where the mark closes: after a character that is no space, before one that is no letter, outside code and <...>. */
function closing(text, from, mark) {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === mark && at > from && !/\s/.test(text[at - 1]) && !LETTER.test(text[at + 1] ?? " ")) return at;
    if (text[at] === "`" || text[at] === "<") {
      const end = text.indexOf(text[at] === "<" ? ">" : "`", at + 1);
      if (end > 0) at = end;
    }
  }
  return -1;
}

/** Code shows characters, not links: a <url|label> inside it is shown by its label or address. */
function plainText(text) {
  return decoded(
    text.replace(/<((?:https?|mailto):[^<>|\s]+)(?:\|([^<>]*))?>/g, (whole, address, label) => label ?? address),
  );
}
