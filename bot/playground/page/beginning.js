// What stands where a channel begins, and the questions to try.
import { el } from "./dom.js";

const PROMISE =
  " something: it works out what you mean, asks before it acts, and answers in a thread with numbered sources " +
  "that it opened. Questions to try:";
const HOW = "A click puts a question into the message box, Enter sends it.";

/** The intro above a channel's first message; `fill(question)` puts one into the composer. */
export function beginning({ bot, setting }, channel, { isEmpty, fill }) {
  const title = channel.kind === "im" ? `Your messages with ${bot.name}` : `This is the beginning of #${channel.name}`;
  return [
    el("h3", {}, title),
    isEmpty && el("p", {}, "Ask ", el("b", {}, bot.name), PROMISE),
    isEmpty && el("div", { class: "offers-to-try" }, offers(setting.questions, fill)),
    isEmpty && el("p", { class: "how" }, HOW),
  ];
}

/** The same questions in a row above the composer, once the channel has messages: folded up until somebody wants them. */
export function toTry(questions, fill) {
  const row = el("details", { class: "to-try" });
  const chosen = (question) => {
    row.open = false;
    fill(question);
  };
  row.append(
    el("summary", { "data-focus": "to try" }, "Questions to try"),
    el("div", { class: "offers-to-try" }, offers(questions, chosen)),
    el("p", { class: "how" }, HOW),
  );
  return row;
}

function offers(questions, chosen) {
  const offer = (question) =>
    el("button", { type: "button", class: "offer", on: { click: () => chosen(question) } }, question);
  return questions.map(offer);
}
