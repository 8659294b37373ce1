import { useState } from "react";
import { EmptyState } from "../../../design/EmptyStates";
import { Icon } from "../../../design/Icon";
import s from "./MakingParts.module.css";
import { type Making, type MakingText, partsOf } from "./parts";

/** What an open scenario tells the model. Each text shows after another tap: it may give the story away. */
export function MakingParts({ making }: { making: Making }) {
  const parts = partsOf(making);
  if (parts.length === 0)
    return (
      <EmptyState title="Nothing more than the page says" icon="inspect">
        The model is told nothing beside the openings.
      </EmptyState>
    );
  return (
    <div className={s.making}>
      <p className={s.lead}>
        What the model is told. <strong>It may give the story away</strong>, so each text shows when you tap
        it.
      </p>
      {parts.map(({ title, texts }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have one title, and none changes place.
        <section key={at}>
          <h3 className={s.title} dir="auto">
            {title}
          </h3>
          <ul className={s.texts}>
            {texts.map((text, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and none changes place.
              <li key={place}>
                <Spoiler {...text} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** A text behind its name. It is in the page only while it is shown. */
function Spoiler({ label, text, note, keywords }: MakingText) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={s.label} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={s.name} dir="auto">
          {label}
        </span>{" "}
        {note !== undefined && (
          <span className={s.note} dir="auto">
            {note}
          </span>
        )}
        <Icon name="down" />
      </button>
      {open && (
        <div className={s.text}>
          {keywords !== undefined && keywords !== "" && (
            <p className={s.keywords} dir="auto">
              Keywords: {keywords}
            </p>
          )}
          <p dir="auto">{text.trim()}</p>
        </div>
      )}
    </>
  );
}
