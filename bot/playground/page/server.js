// Talking to the simulated workspace.

/** Ask the server to do something. Rejects with an Error whose message is a sentence one can show. */
export async function post(path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Error("The simulated workspace does not answer. Is `footnote try` still running?");
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.error ?? `The simulated workspace answered ${answer.status}.`);
  return said;
}

/**
 * Follow the workspace as one person sees it: `state` first and after every reconnection, then each `change`.
 * `lost(forGood)` is told when the line breaks; the browser tries again by itself unless it was refused.
 * Gives a function that stops following.
 */
export function follow(person, { state, change, lost }) {
  const source = new EventSource(`/play/changes?as=${encodeURIComponent(person)}`);
  source.addEventListener("state", (event) => state(JSON.parse(event.data)));
  source.addEventListener("change", (event) => change(JSON.parse(event.data)));
  source.addEventListener("error", () => lost(source.readyState === EventSource.CLOSED));
  return () => source.close();
}
