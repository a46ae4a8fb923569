// What the chosen person can see of the workspace, and how to look things up in it.

export class World {
  constructor(state) {
    Object.assign(this, state); // workspace, me, bot, setting, people, users, channels, connected, views
    this.messages = new Map(state.messages.map((message) => [key(message), message]));
    this.ephemerals = state.ephemerals;
    this.names = {
      me: this.me,
      bot: this.bot.id,
      version: this.me,
      person: (id) => this.users[id] ?? id,
      channel: (id) => this.channel(id)?.name ?? id,
      author: (message) =>
        message.username || this.users[message.user] || (message.bot ? this.bot.name : message.user),
    };
  }

  /** Take over a change: new or different messages; the ephemerals, views and connection as they now are. */
  apply({ messages = [], ...rest }) {
    for (const message of messages) this.messages.set(key(message), message);
    Object.assign(this, rest);
  }

  channel(id) {
    return this.channels.find((channel) => channel.id === id);
  }

  find(channel, ts) {
    const found = this.messages.get(`${channel} ${ts}`);
    return found && this.#isShown(found) ? found : undefined;
  }

  /** The channel itself, oldest first, with what is visible only to this person there. */
  inChannel(channel) {
    const shown = this.#shown(channel).filter(
      (message) => !message.thread_ts || message.subtype === "thread_broadcast",
    );
    return inOrder([...shown, ...this.#onlyForMe(channel).filter((message) => !message.thread_ts)]);
  }

  /** The replies below `root`, oldest first. */
  inThread(channel, root) {
    const below = (message) => message.thread_ts === root && message.ts !== root;
    return inOrder([...this.#shown(channel), ...this.#onlyForMe(channel)].filter(below));
  }

  repliesTo(message) {
    const replies = message.ephemeral ? [] : inOrder(this.#below(message).filter((one) => !one.deleted));
    return { count: replies.length, last: replies.at(-1)?.ts, users: [...new Set(replies.map(({ user }) => user))] };
  }

  unread(channel, since) {
    const isNew = (message) => message.ts > since && message.user !== this.me && !message.ephemeral;
    return this.inChannel(channel).filter(isNew).length;
  }

  namesBot(text) {
    return new RegExp(`(^|[^\\w@])@${this.bot.handle}\\b`).test(text);
  }

  #shown(channel) {
    return [...this.messages.values()].filter((message) => message.channel === channel && this.#isShown(message));
  }

  /** A deleted message is gone, unless it is the root of replies that stay: then its place is marked. */
  #isShown(message) {
    return !message.deleted || this.#below(message).some((one) => !one.deleted);
  }

  #below({ channel, ts }) {
    const isBelow = (one) => one.channel === channel && one.thread_ts === ts && one.ts !== ts;
    return [...this.messages.values()].filter(isBelow);
  }

  #onlyForMe(channel) {
    return this.ephemerals.filter((message) => message.channel === channel);
  }
}

function key({ channel, ts }) {
  return `${channel} ${ts}`;
}

/** A ts is seconds and six digits, so that text order is time order. */
function inOrder(messages) {
  return messages.sort((one, other) => (one.ts < other.ts ? -1 : 1));
}
