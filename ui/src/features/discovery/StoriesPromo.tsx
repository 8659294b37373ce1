import { LinkButton } from "../../design/Button";
import { cx } from "../../lib/classes";
import { paths } from "../../lib/paths";
import perkBoxes from "./PerkBoxes.module.css";
import s from "./StoriesPromo.module.css";

const FEATURES = [
  {
    title: "A cast, not a chatbot",
    text: "Several characters share the scene, each with their own voice and secrets.",
  },
  {
    title: "Only what they saw",
    text: "Characters don’t know what was said while they were out of the room.",
  },
  {
    title: "Every version kept",
    text: "Go back to any message and try something else. Both versions are kept.",
  },
] as const;

/** Spec 2.4: the promo of multi-character stories. The features stand one, two, then three abreast (797, 1220 px). */
export function StoriesPromo() {
  return (
    <section className={s.promo} aria-labelledby="promo">
      <div className={s.page} aria-hidden="true">
        <p>
          <b className={s.voice1}>Imre</b> sets down a fourth glass, though only three of you came in. “She’ll
          be late,” he says. <i>He does not say who.</i>
        </p>
        <p>
          <b className={s.voice2}>Odalys</b> is already watching the door. “You told me she was dead.”
        </p>
        <p className={s.you}>I pour for the empty chair and say nothing.</p>
        <p>
          <b className={s.voice3}>The rain</b> <i>stops, all at once, like someone listening.</i>
        </p>
      </div>
      <div>
        <h2 className={cx("serif", s.title)} id="promo">
          One table, a whole cast
        </h2>
        <p className={s.lead}>
          Multi-character stories read like a manuscript and play like a scene. You play one part; the others
          have plans of their own.
        </p>
        <ul className={s.features}>
          {FEATURES.map(({ title, text }) => (
            <li key={title}>
              <h3 className={perkBoxes.title}>{title}</h3>
              <p className={perkBoxes.text}>{text}</p>
            </li>
          ))}
        </ul>
        <LinkButton href={paths.stories}>Go to stories</LinkButton>
      </div>
    </section>
  );
}
