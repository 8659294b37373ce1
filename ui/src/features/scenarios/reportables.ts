import type { Scenario } from "../../api/types";
import type { Reportable } from "../reports/public";

/** What of a scenario can be reported: itself, and each of its pictures once. */
export function reportables({ id, displayData, actors }: Scenario): [Reportable, ...Reportable[]] {
  const { avatar, banner } = displayData.avatar_urls;
  const pictures = new Map<string, string>();
  for (const [url, label] of [
    [banner, "The wide picture at the top"],
    [avatar, "The poster"],
    ...actors.map((actor) => [actor.avatar, `The portrait of ${actor.name}`] as const),
  ] as const) {
    if (url !== null && !pictures.has(url)) pictures.set(url, label);
  }
  return [
    { kind: "scenario", targetId: id, label: "The scenario" },
    ...Array.from(pictures, ([targetId, label]) => ({ kind: "picture", targetId, label }) as const),
  ];
}
