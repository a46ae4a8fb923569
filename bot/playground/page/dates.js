// Points in time as Slack shows them: each reader sees their own clock and language.
import { el } from "./dom.js";
import { link } from "./inline.js";

const DAY = 24 * 60 * 60 * 1000;
const SHOWN = {
  date: { dateStyle: "long" },
  date_short: { dateStyle: "medium" },
  date_long: { dateStyle: "full" },
  date_long_full: { dateStyle: "long" },
  date_slash: { day: "2-digit", month: "2-digit", year: "numeric" },
  time: { timeStyle: "short" },
  time_secs: { timeStyle: "medium" },
};
// Those that say "today" instead, and what they are on any other day.
const PRETTY = {
  date_pretty: "date",
  date_short_pretty: "date_short",
  date_long_pretty: "date_long",
  day_divider_pretty: "date_long",
};
const UNITS = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["day", DAY],
  ["hour", DAY / 24],
  ["minute", DAY / 24 / 60],
  ["second", 1000],
];

/** The element for a date: `timestamp` in seconds, `format` with tokens such as "{date_short_pretty} {time}". */
export function dated({ timestamp, format, fallback, url }, now = new Date()) {
  const date = new Date(Number(timestamp) * 1000);
  const isDate = !Number.isNaN(date.getTime());
  const words = (isDate && formatted(date, String(format ?? ""), now)) || fallback || String(timestamp);
  const shown = isDate
    ? el("time", { datetime: date.toISOString(), title: date.toLocaleString([], { timeZoneName: "short" }) }, words)
    : el("span", {}, words);
  return url ? link(url, shown) : shown;
}

/** The date in words, null when a token of the format is none of Slack's. */
function formatted(date, format, now) {
  const pieces = format.split(/\{([a-z_]+)\}/);
  const words = pieces.map((piece, at) => (at % 2 ? token(piece, date, now, pieces.slice(0, at).join("")) : piece));
  return words.includes(null) ? null : words.join("");
}

function token(name, date, now, before) {
  if (Object.hasOwn(PRETTY, name)) return nearby(date, now, !before) ?? shown(PRETTY[name], date);
  if (Object.hasOwn(SHOWN, name)) return shown(name, date);
  if (name === "date_num") return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return name === "ago" ? ago(date, now) : null;
}

function shown(name, date) {
  return new Intl.DateTimeFormat([], SHOWN[name]).format(date);
}

function two(number) {
  return String(number).padStart(2, "0");
}

/** "Today" and its neighbours, with a capital where a sentence begins; null on all other days. */
function nearby(date, now, atStart) {
  const days = Math.round((midnight(date) - midnight(now)) / DAY);
  if (Math.abs(days) > 1) return null;
  const word = new Intl.RelativeTimeFormat([], { numeric: "auto" }).format(days, "day");
  return atStart ? word[0].toLocaleUpperCase() + word.slice(1) : word;
}

function midnight(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}

function ago(date, now) {
  const passed = date - now;
  const [unit, length] = UNITS.find(([, length]) => Math.abs(passed) >= length) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat([], { numeric: "auto" }).format(Math.trunc(passed / length), unit);
}
