import type { Access, Finding, PublishingStatus } from "./types";

/** Who sees the scenario now, in a sentence. */
const SEEN: Readonly<Record<PublishingStatus["state"], string>> = {
  draft: "It was never published. Nobody but you can see it.",
  private: "Only you can see and play it.",
  unlisted: "Anyone with the link can read and play it. No list or search shows it.",
  public: "Everybody can find, read and play it.",
  inReview:
    "A person looks at it before others can see it. You will find it here as public or unlisted, or as a draft again.",
};

export function seenText({ state, inReview }: Pick<PublishingStatus, "state" | "inReview">): string {
  if (inReview === null || state === "inReview") return SEEN[state];
  return `${SEEN[state]} What you sent last is looked at by a person first.`;
}

/** What can be chosen, in the order of how many see it. */
export const ACCESS: readonly { value: Access; label: string; text: string }[] = [
  { value: "private", label: "Private", text: "Only you can play it." },
  { value: "unlisted", label: "Unlisted", text: "Anyone with the link can play it." },
  { value: "public", label: "Public", text: "Everybody can find it in lists and search, and play it." },
];

/** What is offered at first: as it was asked for, or as it is, and for a draft what most people want. */
export function accessOf({ state, inReview }: Pick<PublishingStatus, "state" | "inReview">): Access {
  if (inReview !== null) return inReview;
  return state === "private" || state === "unlisted" ? state : "public";
}

/** Whether a finding is about a picture, which a person can be asked to look at again. */
export const isOfPicture = ({ field }: Finding): boolean =>
  /\/(?:cover|banner|portrait|image|pictures\/\d+)$/.test(field);

/** Whether it is published this way already, so that there is nothing to do. */
export const isDone = (status: PublishingStatus, access: Access): boolean =>
  !status.hasChanges && status.publishedVersion !== null && status.state === access;

/** Whether just this waits for a person already. */
export const isWaiting = (status: PublishingStatus, access: Access): boolean =>
  status.inReview === access && status.version === status.versionInReview;

/** What is missing for those who are to see it. */
export const missingFor = (status: PublishingStatus, access: Access): PublishingStatus["missing"] =>
  access === "private" ? status.missingForAuthor : status.missing;

/** Why it cannot be published this way now; null: it can. */
export function refusal(status: PublishingStatus, access: Access): string | null {
  if (missingFor(status, access).length > 0) return "Something is still missing.";
  if (access !== "private" && status.refused.length > 0) return "Change the passages named above first.";
  return null;
}

/** What the button says. */
export function actionText(status: PublishingStatus, access: Access): string {
  if (isDone(status, access)) return access === "private" ? "Saved as private" : "Published";
  if (access === "private") return "Save as private";
  if (status.doubted.length > 0) return "Send to review";
  const isOpen = status.state === "public" || status.state === "unlisted";
  if (isOpen && status.hasChanges) return "Publish the changes";
  return isOpen ? "Change who sees it" : "Publish";
}
