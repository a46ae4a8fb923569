// A message as its author typed it, for editing.
import { decoded } from "./inline.js";

/** Mentions become @handle again, links their address, and the three escaped characters themselves. */
export function asTyped(text, world) {
  const handles = Object.fromEntries([world.bot, ...world.people].map(({ id, handle }) => [id, handle]));
  const token = (whole, inner) => {
    const target = inner.split("|")[0];
    if (target.startsWith("@")) return `@${handles[target.slice(1)] ?? world.names.person(target.slice(1))}`;
    return /^https?:/.test(target) ? target : whole;
  };
  return decoded(text.replace(/<([^<>\s]+)>/g, token));
}
