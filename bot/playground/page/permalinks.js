// Permalinks: an address of a message in this workspace leads to it, here on the page.

/** Where a permalink leads: {channel, thread, ts}; null for any other address. */
export function permalink(address) {
  const url = new URL(address, location.href);
  const [, channel, digits] = url.pathname.match(/^\/archives\/(\w+)\/p(\d{7,})$/) ?? [];
  if (url.origin !== location.origin || !channel) return null;
  const ts = `${digits.slice(0, -6)}.${digits.slice(-6)}`;
  return { channel, ts, thread: url.searchParams.get("thread_ts") ?? ts };
}

/** Bring a message into sight, and mark it for a moment. */
export function point(box, ts) {
  const message = box.querySelector(`[data-ts="${CSS.escape(ts)}"]`);
  if (!message) return;
  message.scrollIntoView({ block: "center" });
  message.classList.add("pointed");
  message.focus();
  setTimeout(() => message.classList.remove("pointed"), 2500);
}
