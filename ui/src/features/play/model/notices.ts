import type { ChatSession } from "../types";
import type { Notice } from "./state";

type Notices = readonly Notice[];

/** Of each kind one notice stands: the latest. */
export function withNotice(notices: Notices, notice: Notice): Notices {
  return [...without(notices, notice.kind), notice];
}

export function without(notices: Notices, kind: Notice["kind"]): Notices {
  return notices.some((notice) => notice.kind === kind)
    ? notices.filter((notice) => notice.kind !== kind)
    : notices;
}

/** Where help is stays in view as one line: somebody of the story speaks again, or the player has read it. */
export function folded(notices: Notices): Notices {
  return notices.some(({ kind, isFolded }) => kind === "crisis" && isFolded !== true)
    ? notices.map((notice) => (notice.kind === "crisis" ? { ...notice, isFolded: true } : notice))
    : notices;
}

/**
 * The server's notice about help: it stands as long as the story goes on gently. A notice that stands already keeps its
 * words.
 */
export function inStep(
  notices: Notices,
  crisis: ChatSession["notices"]["crisis"],
  more: Pick<Notice, "key" | "isFolded">,
): Notices {
  if (crisis === null) return without(notices, "crisis");
  if (notices.some(({ kind }) => kind === "crisis")) return notices;
  const { text, link, labels } = crisis;
  return withNotice(notices, { ...more, kind: "crisis", text, link, labels });
}
