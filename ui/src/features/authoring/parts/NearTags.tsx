import { Button } from "../../../design/Button";
import { compact } from "../../../lib/format";
import type { NearTag } from "../types";
import s from "./NearTags.module.css";

/** What a tag has in common with the new name. */
const REASONS: Readonly<Record<NearTag["reason"], string>> = {
  spelling: "spelled alike",
  plural: "singular or plural",
  alias: "same meaning",
};

interface NearTagsProps {
  /** The new name. */
  name: string;
  tags: readonly NearTag[];
  /** One of them is taken in its place. */
  onChoose: (name: string) => void;
  onKeep: () => void;
}

/** Tags that exist and are close to a new one: readers find more under a word that others use, too. */
export function NearTags({ name, tags, onChoose, onKeep }: NearTagsProps) {
  return (
    <fieldset className={s.near}>
      <legend className={s.lead}>
        There are tags like “<bdi>{name}</bdi>” already. Use one of them instead?
      </legend>
      <ul className={s.tags}>
        {tags.map((tag) => (
          <li key={tag.id}>
            <button type="button" className={s.tag} onClick={() => onChoose(tag.displayName)}>
              <span className={s.name} dir="auto">
                {tag.displayName}
              </span>
              <span className={s.note}>{REASONS[tag.reason]}</span>
              <span className={s.count}>
                {compact(tag.scenarioCount)}
                <span className="sr-only"> scenarios</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Button className={s.keep} onClick={onKeep}>
        <span>
          Keep “<bdi>{name}</bdi>”
        </span>
      </Button>
    </fieldset>
  );
}
