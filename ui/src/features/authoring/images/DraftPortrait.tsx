import { Avatar } from "../../../design/Avatar";
import type { DraftImage } from "../types";
import { DraftPicture } from "./DraftPicture";
import s from "./DraftPortrait.module.css";

const EDGE = 56;

/** A round portrait beside a name. */
export function DraftPortrait({ image, name }: { image: DraftImage | null; name: string }) {
  if (image === null) return <Avatar src={null} name={name} size={EDGE} />;
  return (
    <span className={s.portrait}>
      <DraftPicture image={{ ...image, alt: "" }} width={EDGE} ratio={1} />
    </span>
  );
}
