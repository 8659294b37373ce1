import { Icon } from "../../../design/Icon";
import { useEditor } from "../editor/EditorContext";
import { fieldName } from "../model/parts";
import { pointerOf } from "../model/path";
import s from "./Missing.module.css";
import { PartFrame } from "./PartFrame";

/** What is missing before the scenario can be published; each leads to its field. */
export function Missing() {
  const { missing, draft, goTo } = useEditor();
  return (
    <PartFrame title="Before publishing" lead="What a scenario needs before readers can play it.">
      {missing === null ? (
        <p>It will be looked at with the first save.</p>
      ) : missing.length === 0 ? (
        <p className={s.complete}>
          <Icon name="check" />
          Nothing is missing.
        </p>
      ) : (
        <ul className={s.list} aria-label="What is missing">
          {missing.map(({ path, message }) => (
            <li key={pointerOf(path)}>
              <button type="button" className={s.item} onClick={() => goTo(path)}>
                <span className={s.words}>
                  <b>{message}</b>
                  <span dir="auto">{fieldName(path, draft)}</span>
                </span>
                <Icon name="right" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </PartFrame>
  );
}
