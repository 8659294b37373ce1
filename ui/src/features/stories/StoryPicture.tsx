import { Picture } from "../../design/Picture";
import { cx } from "../../lib/classes";
import { portraitFor } from "../../lib/image";
import { revealed } from "../../lib/revealed";
import shared from "./Story.module.css";
import type { Story } from "./types";

/** The picture of a row in CSS pixels. */
const PICTURE = { width: 88, height: 132 } as const;

/** The face of a story: its scenario's, or that of its first character. */
export function StoryPicture({
  story,
  blurred,
  eager,
}: {
  story: Pick<Story, "scenario" | "characters">;
  blurred: boolean;
  eager: boolean;
}) {
  const urls = story.scenario?.avatar_urls;
  const portrait = story.characters[0]?.avatar ?? null;
  const face = urls?.avatar ?? urls?.thumbnail ?? (portrait && portraitFor(portrait));
  const isShown = (story.scenario?.explicit ?? false) && !blurred;
  const src = face !== null && isShown ? revealed(face) : face;
  return (
    <span className={cx("poster", shared.picture, src === null && "poster-bare", blurred && "is-blurred")}>
      {src !== null && <Picture src={src} alt="" {...PICTURE} eager={eager} />}
    </span>
  );
}
