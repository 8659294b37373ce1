import { LinkButton } from "../../design/Button";
import { paths } from "../../lib/paths";

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
    <section className="promo" aria-labelledby="promo">
      <div className="promo-page" aria-hidden="true">
        <p>
          <b className="voice-1">Imre</b> sets down a fourth glass, though only three of you came in. “She’ll
          be late,” he says. <i>He does not say who.</i>
        </p>
        <p>
          <b className="voice-2">Odalys</b> is already watching the door. “You told me she was dead.”
        </p>
        <p className="promo-you">I pour for the empty chair and say nothing.</p>
        <p>
          <b className="voice-3">The rain</b> <i>stops, all at once, like someone listening.</i>
        </p>
      </div>
      <div className="promo-text">
        <h2 className="serif promo-title" id="promo">
          One table, a whole cast
        </h2>
        <p className="promo-lead">
          Multi-character stories read like a manuscript and play like a scene. You play one part; the others
          have plans of their own.
        </p>
        <ul className="promo-features">
          {FEATURES.map(({ title, text }) => (
            <li key={title}>
              <h3 className="perk-title">{title}</h3>
              <p className="perk-text">{text}</p>
            </li>
          ))}
        </ul>
        <LinkButton href={paths.stories}>Go to stories</LinkButton>
      </div>
    </section>
  );
}
