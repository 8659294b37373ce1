import type { Character, ChatSession, Message, Slice, Turn } from "./types";

/** Values for tests; give what matters to each. */

export function aMessage(changes: Partial<Message> = {}): Message {
  const id = changes.id ?? "m1";
  return {
    id,
    storyId: "s1",
    parentId: null,
    author: "actor",
    authorId: "c1",
    name: "Mira",
    avatar: null,
    content: "",
    state: "complete",
    presence: null,
    hidden: false,
    origin: "reply",
    aside: false,
    ending: false,
    model: null,
    tokens: null,
    price: 0,
    turnId: null,
    version: 1,
    depth: 0,
    createdOn: "2026-01-01T00:00:00Z",
    editedOn: null,
    deletedOn: null,
    siblings: { index: 0, count: 1, ids: [id] },
    childCount: 0,
    ...changes,
  };
}

/** A chain of messages, `m0` to `m{count - 1}`, from that depth on. */
export function aChain(count: number, from = 0): Message[] {
  return Array.from({ length: count }, (_, at) => {
    const depth = from + at;
    return aMessage({ id: `m${depth}`, depth, parentId: depth === 0 ? null : `m${depth - 1}` });
  });
}

/** One of the cast, called as given; an id of lower-case letters follows from it. */
export function aCharacter(name: string, changes: Partial<Character> = {}): Character {
  return {
    id: name.toLowerCase(),
    name,
    role: "",
    avatar: null,
    fullResAvatar: null,
    description: "",
    isUser: false,
    muted: false,
    talkativeness: 0.5,
    ...changes,
  };
}

export function aSlice(results: Message[], nextCursorDepth: number | null = null): Slice {
  return { results, nextCursorDepth, headId: results.at(-1)?.id ?? null, version: 1 };
}

export function aTurn(changes: Partial<Turn> = {}): Turn {
  return {
    id: "t1",
    storyId: "s1",
    kind: "say",
    state: "running",
    userMessage: null,
    replies: [],
    text: null,
    drafted: [],
    price: { held: 1, captured: 0, free: false },
    error: null,
    lastEvent: 1,
    startedOn: "2026-01-01T00:00:00Z",
    endedOn: null,
    notices: [],
    ...changes,
  };
}

export function aSession(changes: Partial<ChatSession> = {}): ChatSession {
  return {
    chatID: "s1",
    story: {
      id: "s1",
      chatID: "s1",
      scenarioID: null,
      themeID: null,
      ephemeral: false,
      title: "The lamp",
      directoryId: null,
      pinned: false,
      headId: "m1",
      version: 1,
      messageCount: 2,
      preview: "",
      createdOn: "2026-01-01T00:00:00Z",
      updatedOn: "2026-01-01T00:00:00Z",
      lastMessageOn: "2026-01-01T00:00:00Z",
      lastAccessedOn: "2026-01-01T00:00:00Z",
      deletedOn: null,
      gentle: false,
      closedOn: null,
      purgeOn: null,
      scenario: null,
      characters: [],
    },
    scenarioID: null,
    userID: "u1",
    characters: [],
    puppetID: null,
    controlMode: "default",
    selectedPersona: null,
    personas: {},
    asksName: false,
    chatModel: null,
    themeID: null,
    responseLength: 50,
    npcsEnabled: true,
    strategy: "natural",
    maxReplies: 3,
    autoReply: true,
    speakForPlayer: false,
    authorsNote: { text: "", depth: 4, interval: 1, role: "system" },
    sampling: {},
    systemPrompt: null,
    postHistory: null,
    chatOption: false,
    models: [],
    version: 1,
    messages: aSlice(aChain(2)),
    price: {
      perReply: 1,
      replies: { least: 1, most: 1 },
      turn: 1,
      counts: false,
      free: null,
      guest: null,
      balance: 5,
      model: "m",
    },
    runningTurn: null,
    notices: { ai: "Nobody here is human.", startedOn: "2026-01-01T00:00:00Z", crisis: null, connect: null },
    ...changes,
  };
}
