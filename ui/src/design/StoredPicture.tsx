import { optimised, srcSet } from "../lib/image";
import s from "./StoredPicture.module.css";

/** The widest that a picture within a text is, in CSS pixels. */
const WIDTH = 640;

/** A picture that an author put into a text, in its own proportions. `src` is its root-relative address (`/media/…`). */
export function StoredPicture({ src, alt }: { src: string; alt: string }) {
  const box = { width: WIDTH };
  return (
    <img
      className={`hideable ${s.picture}`}
      src={optimised(src, box)}
      srcSet={srcSet(src, box)}
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  );
}
