// Texts put together at random, but the same ones each time, out of what usually breaks renderers.
async ([count]) => {
  const { markdown } = await import("/page/markdown.js");
  const { mrkdwn } = await import("/page/mrkdwn.js");
  const names = { me: "UANNA", person: (id) => id, channel: (id) => id };
  const pieces = [
    "*",
    "**",
    "_",
    "~~",
    "`",
    "```",
    "\n",
    "\n\n",
    "- ",
    "  - ",
    "1. ",
    "> ",
    ">",
    "# ",
    "|",
    "|---|",
    "---",
    "[",
    "](",
    ")",
    "![",
    "<",
    ">",
    "<script>hurt()</script>",
    "<img src=x onerror=hurt()>",
    "javascript:hurt()",
    "https://a.example/",
    "data:text/html,x",
    "[x](javascript:hurt())",
    "<javascript:hurt()|x>",
    "<https://a.example|b>",
    "<@UANNA>",
    "&lt;",
    "&#106;",
    "\\",
    "\t",
    "    ",
    "a",
    "word",
    "é",
    "語",
    "😀",
    ":x:",
    "!",
    '"',
    "'",
    "(",
    "\u0000",
    "\u202e",
    "\ud800",
  ];
  let seed = 7;
  const random = (below) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const allowed = new Set(
    "a b blockquote br code del div em hr li ol p pre span strong table tbody td th thead tr ul u".split(" "),
  );
  const times = (text) => text.split(/word|%E8%AA%9E|語/).length;
  const wrong = [];
  for (let at = 0; at < count; at += 1) {
    const text = Array.from({ length: 1 + random(40) }, () => pieces[random(pieces.length)]).join("");
    for (const render of [markdown, mrkdwn]) {
      const box = document.createElement("div");
      try {
        box.append(...render(text, names));
      } catch (error) {
        wrong.push([text, String(error)]);
        continue;
      }
      for (const one of box.querySelectorAll("*")) {
        const isFine =
          allowed.has(one.tagName.toLowerCase()) &&
          ![...one.attributes].some(({ name }) => name.startsWith("on") || name === "src" || name === "style");
        const isSafe =
          one.tagName !== "A" ||
          (/^https?:$/.test(one.protocol) && one.rel === "noopener noreferrer" && one.target === "_blank");
        const isFlat = one.tagName !== "A" || !one.querySelector("a");
        if (!isFine || !isSafe || !isFlat) wrong.push([text, one.outerHTML]);
      }
      // What follows ``` on its line names a language, and cells a table has no column for are left out.
      const shown = box.textContent + [...box.querySelectorAll("a")].map((one) => one.href).join(" ");
      if (!/```|~~~|\|/.test(text) && times(shown) < times(text)) wrong.push([text, "a word is gone: " + shown]);
    }
  }
  return wrong.slice(0, 5);
};
