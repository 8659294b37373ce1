import type { ArticleBlock } from "../../lib/article";

/** One question and its answer; the smallest thing in the guide with an address of its own. */
export type GuideTopic = {
  /** Stable: it is part of the address (`?topic=`). */
  id: string;
  title: string;
  /** One or two sentences. Opens the topic and is its description for search engines (about 155 characters). */
  summary: string;
  blocks: readonly ArticleBlock[];
};

export type GuideSection = {
  /** Stable: it is part of the address (`?section=`). */
  id: string;
  title: string;
  /** What the section is for, in one line. */
  promise: string;
  topics: readonly GuideTopic[];
};

/** A topic with its section and its neighbours in reading order. */
export type GuidePlace = {
  section: GuideSection;
  topic: GuideTopic;
  previous: GuideStep | null;
  next: GuideStep | null;
};

export type GuideStep = { section: GuideSection; topic: GuideTopic };

/**
 * Finds what an address asks for. An unknown topic falls back to the first of its section, an unknown section to the
 * section that holds the topic, and nothing at all to the first topic of the guide: old links stay useful.
 */
export function findPlace(
  sections: readonly GuideSection[],
  sectionId: string | undefined,
  topicId: string | undefined,
): GuidePlace {
  const steps = sections.flatMap((section) => section.topics.map((topic) => ({ section, topic })));
  const candidates = [
    steps.findIndex((step) => step.section.id === sectionId && step.topic.id === topicId),
    steps.findIndex((step) => step.section.id === sectionId),
    steps.findIndex((step) => step.topic.id === topicId),
  ];
  const index = candidates.find((candidate) => candidate >= 0) ?? 0;
  const step = steps[index];
  if (step === undefined) throw new Error("The guide has no topics");
  return { ...step, previous: steps[index - 1] ?? null, next: steps[index + 1] ?? null };
}
