// Around the conversation: the banner, the channels, the people one can be.
import { el, refill } from "./dom.js";
import { portrait } from "./messages.js";

const at = (id) => document.getElementById(id);

export function drawBanner({ setting, connected, bot }) {
  refill(at("banner"), JSON.stringify([setting, connected]), () => [
    el("b", {}, "Simulated workspace, nothing here reaches Slack"),
    el("span", {}, "Model: ", setting.model),
    el("span", {}, "Sources: ", setting.sources.join(", ")),
    el("span", {}, "Approval: ", setting.approval),
    !connected && el("strong", { class: "away" }, `${bot.name} is not connected`),
  ]);
}

/** Say in the banner that the line is down. */
export function drawLost(forGood) {
  const advice = forGood ? "Reload the page to try again." : "Trying again…";
  refill(at("banner"), `lost ${forGood}`, () => `The simulated workspace does not answer. ${advice}`);
}

/** `current` is the channel one is in, `unread(id)` counts what is new in another; `visit(id)` and `become(id)` go. */
export function drawSide(world, { current, unread, visit, become }) {
  at("workspace-name").textContent = world.workspace;
  const items = world.channels.map((channel) => ({
    channel,
    isHere: channel.id === current,
    isConnected: world.connected,
    unread: channel.id === current ? 0 : unread(channel.id),
  }));
  const isDirect = ({ channel }) => channel.kind === "im";
  drawList(
    "channels",
    items.filter((item) => !isDirect(item)),
    (item) => place(item, visit),
  );
  drawList("directs", items.filter(isDirect), (item) => place(item, visit));
  at("directs").closest("section").hidden = !items.some(isDirect);
  const people = world.people.map((person) => ({ person, isMe: person.id === world.me }));
  drawList("people", people, (item) => somebody(item, become));
}

function drawList(id, items, draw) {
  refill(at(id), JSON.stringify(items), () => items.map((item) => el("li", {}, draw(item))));
}

function place({ channel, isHere, isConnected, unread }, visit) {
  const attributes = {
    type: "button",
    class: unread ? "unread" : null,
    "aria-current": isHere ? "page" : null,
    "data-focus": channel.id,
    on: { click: () => visit(channel.id) },
  };
  const sign =
    channel.kind === "im" ? presence(isConnected) : el("span", { class: "hash", "aria-hidden": "true" }, "#");
  const count = unread > 0 && el("span", { class: "pill" }, String(unread), el("span", { class: "unseen" }, " new"));
  return el("button", attributes, sign, channel.name, count);
}

function presence(isConnected) {
  const label = isConnected ? "connected" : "not connected";
  return el("span", { class: `dot ${isConnected ? "on" : ""}`, role: "img", "aria-label": label });
}

function somebody({ person, isMe }, become) {
  const attributes = {
    type: "button",
    "aria-label": person.name,
    "aria-pressed": String(isMe),
    "data-focus": person.id,
    on: { click: () => isMe || become(person.id) },
  };
  return el("button", attributes, portrait(person.id, person.name, false), el("span", {}, person.name));
}
