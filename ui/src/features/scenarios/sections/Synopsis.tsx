import type { ScenarioEngram } from "../../../api/types";
import { Prose } from "../../../design/Prose";
import { withNames } from "../names";
import section from "./ScenarioSection.module.css";
import s from "./Synopsis.module.css";

/** What a reader wants to know before starting: the author's description and the setting. `lead`: who {{char}} is. */
export function Synopsis({ engram, lead }: { engram: ScenarioEngram; lead: string }) {
  if (engram.description.trim() === "" && engram.setting.trim() === "") return null;
  return (
    <section className={section.section} aria-labelledby="about">
      <h2 className={section.heading} id="about">
        The story
      </h2>
      <div className={s.text} lang={engram.language}>
        <Prose text={withNames(engram.description, lead)} pictures />
      </div>
      {engram.setting.trim() !== "" && (
        <div className={s.setting}>
          <h3>Setting</h3>
          <div lang={engram.language}>
            <Prose text={withNames(engram.setting, lead)} />
          </div>
        </div>
      )}
    </section>
  );
}
