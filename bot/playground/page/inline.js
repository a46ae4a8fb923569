// The smallest pieces of a message: links, mentions, emoji, text.
import { el } from "./dom.js";

/** The address as the browser will open it, or null unless it is http or https. */
export function webAddress(address) {
  if (!/^https?:\/\//i.test(address)) return null;
  try {
    return new URL(address).href;
  } catch {
    return null;
  }
}

/** An anchor to a web address. Any other scheme stays visible as inert text: nobody clicks what they cannot judge. */
export function link(address, children) {
  const href = webAddress(address);
  if (href) return el("a", { href, target: "_blank", rel: "noopener noreferrer", title: href }, children);
  const label = el("span", {}, children);
  if (label.textContent !== address) label.append(` (${address})`);
  return label;
}

const BARE_ADDRESS = /https?:\/\/[^\s<>"|]+/gi;

/** Text with its bare web addresses as links and its :emoji: as characters. */
export function words(text) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(BARE_ADDRESS)) {
    const address = withoutTrailingPunctuation(match[0]);
    nodes.push(emojified(text.slice(from, match.index)), link(address, address));
    from = match.index + address.length;
  }
  nodes.push(emojified(text.slice(from)));
  return nodes;
}

/** "(see https://a.example/x_(y))." is followed by a bracket and a full stop that are not part of the address. */
function withoutTrailingPunctuation(address) {
  let end = address.length;
  let open = address.split("(").length - address.split(")").length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1];
    if (last === ")" && open < 0) open += 1;
    else if (!/[.,;:!?'*_~\]]/.test(last)) break;
  }
  return address.slice(0, end);
}

export function emojified(text) {
  return text.replace(/:([a-z0-9_+-]{1,40}):/g, (whole, name) => emoji(name) ?? whole);
}

/** The character for an emoji's name, undefined for one this page does not know. */
export function emoji(name) {
  return Object.hasOwn(EMOJI, name) ? EMOJI[name] : undefined;
}

/** One <...> token of Slack's own syntax, without its angle brackets; null when it is none. */
export function slackToken(token, names) {
  const bar = token.indexOf("|");
  const target = bar < 0 ? token : token.slice(0, bar);
  const label = bar < 0 ? null : decoded(token.slice(bar + 1));
  if (/^@[UW][A-Z0-9]+$/.test(target)) return mention(target.slice(1), names);
  if (/^#C[A-Z0-9]+$/.test(target))
    return el("span", { class: "mention" }, `#${label ?? names.channel(target.slice(1))}`);
  if (/^!(here|channel|everyone)$/.test(target)) return el("span", { class: "mention" }, `@${target.slice(1)}`);
  if (target.startsWith("!")) return el("span", {}, label ?? target.slice(1));
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return link(decoded(target), label ?? decoded(target));
  return null;
}

export function mention(user, names) {
  return el("span", { class: user === names.me ? "mention mine" : "mention" }, `@${names.person(user)}`);
}

/** Slack escapes exactly these three characters; decoding once, in one pass, keeps a typed "&lt;" what it was. */
export function decoded(text) {
  return text.replace(/&(amp|lt|gt);/g, (whole, name) => ({ amp: "&", lt: "<", gt: ">" })[name]);
}

const EMOJI = {
  "+1": "👍",
  "-1": "👎",
  thumbsup: "👍",
  thumbsdown: "👎",
  wave: "👋",
  clap: "👏",
  pray: "🙏",
  eyes: "👀",
  raised_hands: "🙌",
  ok_hand: "👌",
  point_right: "👉",
  point_left: "👈",
  point_up: "☝️",
  point_down: "👇",
  muscle: "💪",
  writing_hand: "✍️",
  smile: "😄",
  slightly_smiling_face: "🙂",
  grinning: "😀",
  joy: "😂",
  wink: "😉",
  thinking_face: "🤔",
  sob: "😭",
  heart: "❤️",
  heavy_check_mark: "✔️",
  white_check_mark: "✅",
  ballot_box_with_check: "☑️",
  x: "❌",
  heavy_multiplication_x: "✖️",
  no_entry: "⛔",
  no_entry_sign: "🚫",
  octagonal_sign: "🛑",
  stop_sign: "🛑",
  warning: "⚠️",
  exclamation: "❗",
  question: "❓",
  grey_question: "❔",
  information_source: "ℹ️",
  bangbang: "‼️",
  hourglass: "⌛",
  hourglass_flowing_sand: "⏳",
  clock1: "🕐",
  stopwatch: "⏱️",
  alarm_clock: "⏰",
  calendar: "📅",
  mag: "🔍",
  mag_right: "🔎",
  link: "🔗",
  globe_with_meridians: "🌐",
  bookmark: "🔖",
  books: "📚",
  book: "📖",
  notebook: "📓",
  newspaper: "📰",
  page_facing_up: "📄",
  memo: "📝",
  pencil: "📝",
  pencil2: "✏️",
  clipboard: "📋",
  paperclip: "📎",
  pushpin: "📌",
  file_folder: "📁",
  open_file_folder: "📂",
  card_index: "📇",
  chart_with_upwards_trend: "📈",
  chart_with_downwards_trend: "📉",
  bar_chart: "📊",
  bulb: "💡",
  gear: "⚙️",
  wrench: "🔧",
  hammer_and_wrench: "🛠️",
  lock: "🔒",
  unlock: "🔓",
  key: "🔑",
  shield: "🛡️",
  robot_face: "🤖",
  speech_balloon: "💬",
  left_speech_bubble: "🗨️",
  thought_balloon: "💭",
  bell: "🔔",
  no_bell: "🔕",
  mega: "📣",
  rocket: "🚀",
  tada: "🎉",
  sparkles: "✨",
  star: "⭐",
  fire: "🔥",
  zap: "⚡",
  100: "💯",
  arrow_right: "➡️",
  arrow_left: "⬅️",
  arrow_up: "⬆️",
  arrow_down: "⬇️",
  arrows_counterclockwise: "🔄",
  repeat: "🔁",
  leftwards_arrow_with_hook: "↩️",
  arrow_forward: "▶️",
  double_vertical_bar: "⏸️",
  black_square_for_stop: "⏹️",
  red_circle: "🔴",
  large_orange_circle: "🟠",
  large_yellow_circle: "🟡",
  large_green_circle: "🟢",
  large_blue_circle: "🔵",
  white_circle: "⚪",
  black_circle: "⚫",
  radio_button: "🔘",
  white_large_square: "⬜",
  small_blue_diamond: "🔹",
  heavy_minus_sign: "➖",
  heavy_plus_sign: "➕",
  moneybag: "💰",
  coin: "🪙",
  scales: "⚖️",
  one: "1️⃣",
  two: "2️⃣",
  three: "3️⃣",
  four: "4️⃣",
  five: "5️⃣",
  six: "6️⃣",
  seven: "7️⃣",
  eight: "8️⃣",
  nine: "9️⃣",
};
