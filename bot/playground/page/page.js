// The page: who looks, where, what they do there, and what they then see.
import { beginning, toTry } from "./beginning.js";
import { pressKey } from "./blocks.js";
import { composer } from "./composer.js";
import { el, refill } from "./dom.js";
import { counted, drawMessages, keyOf } from "./messages.js";
import { confirmed, modals, rewritten } from "./modal.js";
import { permalink, point } from "./permalinks.js";
import { scrolling } from "./scrolling.js";
import { follow, post } from "./server.js";
import { drawBanner, drawLost, drawSide } from "./side.js";
import { asTyped } from "./typed.js";
import { World } from "./world.js";

const at = (id) => document.getElementById(id);
const search = new URLSearchParams(location.search);

/** Where we are; kept in the address, so that two tabs can be two people. */
const here = { as: search.get("as") ?? "", channel: search.get("channel"), thread: search.get("thread") };
const busy = new Map(); // message key -> the keys of its buttons whose click is on its way
const seen = new Map(); // channel -> ts of the newest message looked at
const composers = new Map(); // place -> its composer, which thereby keeps its draft
const channelScroll = scrolling(at("channel-scroll"), at("channel-newer"));
const threadScroll = scrolling(at("thread-scroll"), at("thread-newer"));
let world = null;
let focusThread = false; // once the thread shows: its message may still be on its way from the server
let pointed = search.get("message"); // the message that a permalink leads to, once it is there
let stop = () => {};

const dialogs = modals({
  submit: async (view, values) => (await post("/play/submit", { as: world.me, view: view.id, values })).answer,
  close: (view) => tried("/play/close", { view: view.id }),
  press: (view, element) =>
    tried("/play/press", { view: view.id, action: element.action_id, value: element.value ?? null }),
});

// ---- what arrives

function look(person) {
  stop();
  stop = follow(person, { state: begin, change, lost });
}

/** A first visit, another person, or the line is back: be somewhere this person can be. */
function begin(state) {
  world = new World(state);
  const channel = world.channel(here.channel) ? here.channel : (world.channels[0]?.id ?? null);
  const thread = here.thread && world.find(channel, here.thread) ? here.thread : null;
  go({ as: world.me, channel, thread });
  if (pointed) point(at("thread"), pointed);
  pointed = null;
}

function change(changed) {
  world.apply(changed);
  draw();
}

/** An address that names a person who is not here is refused: start as the first person then. */
function lost(forGood) {
  if (!forGood || !here.as) return drawLost(forGood);
  here.as = "";
  return look("");
}

function go(to) {
  Object.assign(here, to);
  history.replaceState(null, "", `?${new URLSearchParams(Object.entries(here).filter(([, value]) => value))}`);
  draw();
  channelScroll.toTheEnd();
  threadScroll.toTheEnd();
}

// ---- what is done

/** Do something as the person one is; what goes wrong is told. */
async function tried(path, body) {
  try {
    await post(path, { as: world.me, ...body });
  } catch (error) {
    complain(error.message);
  }
}

function complain(sentence) {
  const toast = el("p", { class: "toast" }, sentence);
  at("toasts").append(toast);
  setTimeout(() => toast.remove(), 8000);
}

async function say(text, thread) {
  const { channel } = here;
  try {
    const { ts } = await post("/play/say", { as: world.me, channel, thread, text });
    const isForBot = world.namesBot(text) || world.channel(channel).kind === "im";
    if (here.channel !== channel) return;
    if (!thread && isForBot) openThread(ts);
    else (thread ? threadScroll : channelScroll).toTheEnd();
  } catch (error) {
    complain(error.message);
    throw error;
  }
}

function visit(channel) {
  go({ channel, thread: null });
  composerAt("channel").focus();
}

function become(person) {
  // Another person sees other mentions as their own: nothing drawn for the last one may stay.
  for (const id of ["channel-messages", "thread-root", "thread-messages"]) at(id).replaceChildren();
  look(person);
}

function openThread(ts) {
  focusThread = true;
  go({ thread: ts });
}

/** Go where a permalink leads. */
function follows({ channel, thread, ts }) {
  go({ channel, thread });
  point(at("thread"), ts);
}

function closeThread() {
  const badge = `[data-focus="replies ${here.thread}"]`;
  go({ thread: null });
  (document.querySelector(badge) ?? composerAt("channel")).focus();
}

async function press(message, element) {
  if (element.confirm && !(await confirmed(element.confirm, world.names))) return;
  const { channel, ts } = message;
  onTheWay(message).add(pressKey(element));
  draw();
  await tried("/play/click", { channel, ts, action: element.action_id, value: element.value ?? null });
  onTheWay(message).delete(pressKey(element));
  draw();
}

function onTheWay(message) {
  const key = keyOf(message);
  if (!busy.has(key)) busy.set(key, new Set());
  return busy.get(key);
}

async function edit(message) {
  const { channel, ts } = message;
  const text = await rewritten(asTyped(message.text, world));
  if (text) await tried("/play/edit", { channel, ts, text });
}

const DELETION = {
  title: { text: "Delete message" },
  text: { type: "plain_text", text: "It will be gone for everyone." },
  confirm: { text: "Delete" },
  style: "danger",
};

async function remove({ channel, ts }) {
  if (await confirmed(DELETION, world.names)) await tried("/play/delete", { channel, ts });
}

// ---- what is shown

function draw() {
  const newest = world.inChannel(here.channel).at(-1);
  if (newest) seen.set(here.channel, newest.ts);
  const unread = (channel) => world.unread(channel, seen.get(channel) ?? "");
  drawBanner(world);
  drawSide(world, { current: here.channel, unread, visit, become });
  drawChannel(world.channel(here.channel));
  drawThread(world.channel(here.channel), here.thread && world.find(here.channel, here.thread));
  dialogs.show(world.views, world.names);
}

function placeFor(inThread) {
  return {
    names: world.names,
    inThread,
    edit,
    remove,
    press,
    busy: onTheWay,
    replies: (message) => world.repliesTo(message),
    openThread: (message) => openThread(message.ts),
  };
}

function drawChannel(channel) {
  if (!channel) return;
  const isDirect = channel.kind === "im";
  const messages = world.inChannel(channel.id);
  at("channel-name").textContent = isDirect ? channel.name : `# ${channel.name}`;
  at("channel-about").textContent = isDirect ? "Direct message" : counted(channel.members, "member", "members");
  putComposer("channel", isDirect ? `Message ${channel.name}` : `Message #${channel.name}`);
  const fill = (question) => composerAt("channel").fill(isDirect ? question : `@${world.bot.handle} ${question}`);
  const now = JSON.stringify([channel, !messages.length, world.me]);
  refill(at("to-try"), now, () => messages.length > 0 && toTry(world.setting.questions, fill));
  channelScroll.redraw(() => {
    refill(at("intro"), now, () => beginning(world, channel, { isEmpty: !messages.length, fill }));
    drawMessages(at("channel-messages"), messages, placeFor(false));
  });
}

function drawThread(channel, root) {
  at("thread").hidden = !root;
  document.body.classList.toggle("threaded", Boolean(root));
  if (!root) return;
  const replies = world.inThread(channel.id, root.ts);
  const { count } = world.repliesTo(root);
  at("thread-about").textContent = channel.kind === "im" ? channel.name : `# ${channel.name}`;
  at("thread-count").textContent = count ? counted(count, "reply", "replies") : "";
  putComposer("thread", "Reply…");
  threadScroll.redraw(() => {
    drawMessages(at("thread-root"), [root], placeFor(true));
    drawMessages(at("thread-messages"), replies, placeFor(true));
  });
  if (focusThread) composerAt("thread").focus();
  focusThread = false;
}

// ---- composers, one for each place

const placeKey = (where) => [where, here.as, here.channel, where === "thread" ? here.thread : ""].join(" ");
const composerAt = (where) => composers.get(placeKey(where));

function putComposer(where, placeholder) {
  const slot = at(`${where}-composer`);
  const own = composerAt(where) ?? newComposer(where, placeholder);
  if (slot.firstChild !== own.element) slot.replaceChildren(own.element);
}

function newComposer(where, placeholder) {
  const thread = where === "thread" ? here.thread : null;
  const label = thread ? "Reply in thread" : placeholder;
  const people = [world.bot, ...world.people];
  const made = composer({ label, placeholder, people, send: (text) => say(text, thread) });
  composers.set(placeKey(where), made);
  return made;
}

at("close-thread").addEventListener("click", closeThread);
document.addEventListener("keydown", (event) => {
  const isFree = !event.defaultPrevented && !document.querySelector("dialog[open]");
  if (event.key === "Escape" && here.thread && isFree) closeThread();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const target = link && permalink(link.href);
  if (!target || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  follows(target);
});

// A browser keeps only six lines open to one server: a tab nobody looks at gives its own back.
document.addEventListener("visibilitychange", () => (document.hidden ? stop() : look(here.as)));

look(here.as);
