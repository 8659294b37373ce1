import { Picture } from "../../design/Picture";
import { cx } from "../../lib/classes";
import { unveiled } from "../../lib/unveiled";
import shared from "./Story.module.css";
import type { Story } from "./types";

/** The picture of a row in CSS pixels. */
const PICTURE = { width: 88, height: 132 } as const;

/** The face of a story: its scenario's, or that of its first character. */
export function StoryPicture({
  story,
  veiled,
  eager,
}: {
  story: Pick<Story, "scenario" | "characters">;
  veiled: boolean;
  eager: boolean;
}) {
  const urls = story.scenario?.avatar_urls;
  const face = urls?.avatar ?? urls?.thumbnail ?? story.characters[0]?.avatar ?? null;
  const isShown = (story.scenario?.explicit ?? false) && !veiled;
  const src = face !== null && isShown ? unveiled(face) : face;
  return (
    <span className={cx("poster", shared.picture, src === null && "poster-bare", veiled && "is-blurred")}>
      {src !== null && <Picture src={src} alt="" {...PICTURE} eager={eager} />}
    </span>
  );
}
