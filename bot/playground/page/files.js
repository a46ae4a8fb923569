// Files in a message: named below it, opened to be read or saved.
import { el } from "./dom.js";

const READABLE = /^(text\/|application\/(json|xml|x-yaml|yaml|toml)$)/;
const MOST_BYTES = 500_000; // more than that is saved, not shown

/** The files of a message, each a button that opens it as `person`. */
export function files(message, person) {
  return message.files.map((file) => {
    const open = { click: () => opened(file, person) };
    const attributes = { type: "button", class: "file", "data-focus": `file ${file.id} ${message.ts}`, on: open };
    return el("button", attributes, `📎 ${file.title} `, el("span", { class: "about" }, about(file)));
  });
}

/** Show a file in a dialog: its text where it is text, and in any case a link to save it. */
async function opened(file, person) {
  const address = `/play/file/${encodeURIComponent(file.id)}?as=${encodeURIComponent(person)}`;
  const body = el("div", { class: "body" }, el("p", { class: "hint" }, "Opening…"));
  const dialog = el(
    "dialog",
    { class: "modal wide", "aria-label": file.title },
    el("header", {}, el("h2", {}, file.title)),
    body,
    el(
      "footer",
      {},
      el("a", { class: "button", href: address, download: file.name }, "Download"),
      el("button", { type: "button", class: "button primary", on: { click: () => dialog.close() } }, "Close"),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  body.replaceChildren(await content(file, address));
}

async function content(file, address) {
  if (!READABLE.test(file.type)) return hint("This kind of file can only be saved.");
  if (file.size > MOST_BYTES) return hint("It is too long to be shown here; save it to read it.");
  try {
    const answer = await fetch(address);
    if (!answer.ok) return hint("This file is not there any more.");
    return el("pre", { class: "text", tabindex: "0" }, await answer.text());
  } catch {
    return hint("The simulated workspace does not answer.");
  }
}

function hint(sentence) {
  return el("p", { class: "hint" }, sentence);
}

function about({ name, title, size }) {
  return [title === name ? "" : name, counted(size)].filter(Boolean).join(", ");
}

function counted(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  const thousands = bytes / 1000;
  return thousands < 1000 ? `${Math.round(thousands)} kB` : `${(thousands / 1000).toFixed(1)} MB`;
}
