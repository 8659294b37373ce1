import type { ScenarioEngram } from "../../../api/types";
import { Prose } from "../../../design/Prose";

/** What a reader wants to know before starting: the author's description and the setting. */
export function Synopsis({ engram }: { engram: ScenarioEngram }) {
  if (engram.description.trim() === "" && engram.setting.trim() === "") return null;
  return (
    <section className="programme-section synopsis" aria-labelledby="about">
      <h2 className="programme-heading" id="about">
        The story
      </h2>
      <div className="synopsis-text" lang={engram.language}>
        <Prose text={engram.description} />
      </div>
      {engram.setting.trim() !== "" && (
        <div className="synopsis-setting">
          <h3>Setting</h3>
          <div lang={engram.language}>
            <Prose text={engram.setting} />
          </div>
        </div>
      )}
    </section>
  );
}
