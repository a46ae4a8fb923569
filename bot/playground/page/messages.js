// Messages in a list: in the channel, in a thread.
import { drawBlocks } from "./blocks.js";
import { el, keep, refill } from "./dom.js";
import { files } from "./files.js";
import { emoji } from "./inline.js";
import { mrkdwn } from "./mrkdwn.js";

const SAME_BREATH = 5 * 60; // seconds within which a person's next message stands without a name

/**
 * Draw messages (oldest first) into the list element `list`. `place` is what blocks.js asks for, and more:
 * `replies(message)`, `busy(message)`, `press(message, element)`, `openThread(message)`, `edit`, `remove`, and
 * `inThread`.
 */
export function drawMessages(list, messages, place) {
  const items = messages.flatMap((message, at) => {
    const before = messages[at - 1];
    const newDay = dayOf(message) !== (before && dayOf(before));
    const item = {
      message,
      follows: !newDay && follows(message, before),
      replies: place.replies(message),
      busy: [...place.busy(message)],
    };
    return newDay && !place.inThread ? [{ day: dayOf(message) }, item] : [item];
  });
  keep(list, items, {
    key: (item) => (item.day ? `day ${item.day}` : keyOf(item.message)),
    content: (item) => JSON.stringify([item, place.names.version]),
    draw: (item, old) =>
      item.day ? el("li", { class: "day" }, el("span", {}, item.day)) : drawMessage(item, old ?? shell(), place),
  });
}

export function keyOf(message) {
  return `${message.ephemeral ? "only " : ""}${message.channel} ${message.ts}`;
}

function follows(message, before) {
  return (
    before &&
    before.user === message.user &&
    ![message, before].some((one) => one.bot || one.ephemeral || one.deleted) &&
    Number(message.ts) - Number(before.ts) < SAME_BREATH
  );
}

/** The parts of a message that stay the same elements for as long as it is shown. */
function shell() {
  const slot = (name) => el("div", { class: name });
  const parts = {
    avatar: slot("avatar"),
    who: slot("who"),
    body: slot("body"),
    below: slot("below"),
    tools: slot("tools"),
  };
  const item = el(
    "li",
    { class: "message", tabindex: "-1", "data-home": true },
    parts.avatar,
    el("div", { class: "content" }, parts.who, parts.body, parts.below),
    parts.tools,
  );
  item.parts = parts;
  return item;
}

function drawMessage(item, into, place) {
  const { message, replies } = item;
  const { avatar, who, body, below, tools } = into.parts;
  // What is new is read out; what is only edited is not, or a progress message would never be silent.
  if (into.content) into.setAttribute("aria-live", "off");
  into.classList.toggle("follows", Boolean(item.follows));
  into.classList.toggle("ephemeral", message.ephemeral);
  into.setAttribute("data-ts", message.ts);
  const name = place.names.author(message);
  refill(avatar, message.user + name, () => portrait(message.user, name, message.bot));
  refill(who, JSON.stringify([name, message]), () => byline(message, name));
  drawBody(body, message, place);
  refill(below, JSON.stringify([message.files, message.reactions, replies]), () => [
    files(message, place.names.me),
    reactions(message, place),
    badge(message, replies, place),
  ]);
  refill(tools, JSON.stringify([message.user, message.deleted, message.text]), () => toolbar(message, place));
  return into;
}

/** Initials on a colour of one's own; the bot has a footnote mark. */
export function portrait(user, name, bot) {
  const initials = bot
    ? "1"
    : name
        .split(/\s+/)
        .map((part) => part[0] ?? "")
        .join("")
        .slice(0, 2)
        .toUpperCase();
  return el("span", { class: `portrait ${bot ? "bot" : `tone-${toneOf(user)}`}`, "aria-hidden": "true" }, initials);
}

function toneOf(user) {
  return [...(user ?? "")].reduce((sum, letter) => (sum * 7 + letter.charCodeAt(0)) % 6, 0);
}

function byline(message, name) {
  const sent = new Date(Number(message.ts) * 1000);
  return [
    message.ephemeral && el("div", { class: "only" }, "Only visible to you"),
    el("span", { class: "name" }, name),
    message.bot && el("span", { class: "app" }, "APP"),
    el("time", { datetime: sent.toISOString(), title: sent.toLocaleString() }, clock(sent)),
  ];
}

function clock(date) {
  return date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

function dayOf(message) {
  const day = new Date(Number(message.ts) * 1000);
  if (day.toDateString() === new Date().toDateString()) return "Today";
  return day.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" });
}

function drawBody(body, message, place) {
  if (message.deleted)
    return refill(body, "deleted", () => el("p", { class: "tombstone" }, "This message was deleted."));
  if (message.blocks.length && message.bot) {
    if (body.content) {
      body.content = null;
      body.replaceChildren();
    }
    return drawBlocks(body, message.blocks, {
      names: place.names,
      busy: place.busy(message),
      press: (element, block) => place.press(message, element, block),
    });
  }
  return refill(body, JSON.stringify([message.text, message.edited, message.bot]), () =>
    spoken(message, place.names),
  );
}

/** What people type is read as the composer of Slack reads it: as mrkdwn. */
function spoken(message, names) {
  const edited = message.edited && !message.bot && el("span", { class: "edited" }, " (edited)");
  return el("div", { class: "text" }, mrkdwn(message.text, names), edited);
}

function reactions(message, place) {
  const pills = Object.entries(message.reactions ?? {}).map(([name, users]) =>
    el(
      "span",
      { class: "reaction", title: users.map(place.names.person).join(", ") },
      `${emoji(name) ?? `:${name}:`} ${users.length}`,
    ),
  );
  return pills.length ? el("div", { class: "reactions" }, pills) : null;
}

function badge(message, replies, place) {
  if (place.inThread || !replies.count) return null;
  const faces = replies.users
    .slice(0, 3)
    .map((user) => portrait(user, place.names.person(user), user === place.names.bot));
  const attributes = {
    type: "button",
    class: "replies",
    "data-focus": `replies ${message.ts}`,
    on: { click: () => place.openThread(message) },
  };
  return el(
    "button",
    attributes,
    faces,
    el("b", {}, counted(replies.count, "reply", "replies")),
    el("span", { class: "last" }, `Last reply ${clock(new Date(Number(replies.last) * 1000))}`),
  );
}

export function counted(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

function toolbar(message, place) {
  if (message.ephemeral || message.deleted) return [];
  const tool = (label, does) =>
    el(
      "button",
      { type: "button", "data-focus": `${label} ${message.ts}`, on: { click: () => does(message) } },
      label,
    );
  const own = message.user === place.names.me;
  return [
    !place.inThread && tool("Reply in thread", place.openThread),
    own && tool("Edit", place.edit),
    own && tool("Delete", place.remove),
  ];
}
