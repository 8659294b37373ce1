import type { ScenarioEngram } from "../../../api/types";
import { Prose } from "../../../design/Prose";
import { withNames } from "../names";
import section from "./ScenarioSection.module.css";
import s from "./Synopsis.module.css";

interface SynopsisProps {
  engram: ScenarioEngram;
  /** Who {{char}} is. */
  lead: string;
  /** Who {{user}} is. */
  player: string;
}

/** What a reader wants to know before starting: the author's description and the setting. */
export function Synopsis({ engram, lead, player }: SynopsisProps) {
  if (engram.description.trim() === "" && engram.setting.trim() === "") return null;
  return (
    <section className={section.section} aria-labelledby="about">
      <h2 className={section.heading} id="about">
        The story
      </h2>
      <div className={s.text} lang={engram.language}>
        <Prose text={withNames(engram.description, lead, player)} pictures />
      </div>
      {engram.setting.trim() !== "" && (
        <div className={s.setting}>
          <h3>Setting</h3>
          <div lang={engram.language}>
            <Prose text={withNames(engram.setting, lead, player)} />
          </div>
        </div>
      )}
    </section>
  );
}
