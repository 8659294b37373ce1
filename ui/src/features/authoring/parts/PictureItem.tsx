import { useState } from "react";
import { Button } from "../../../design/Button";
import { FormMessage } from "../../../design/forms/FormMessage";
import { Icon } from "../../../design/Icon";
import { plural } from "../../../lib/format";
import { useEditor } from "../editor/EditorContext";
import { FieldPlace, ShortText } from "../editor/fields";
import { DraftPicture as Shown } from "../images/DraftPicture";
import { VerdictLine } from "../images/VerdictLine";
import { useVerdict } from "../images/Verdicts";
import { LIMITS } from "../model/draft";
import { pathOfPointer } from "../model/path";
import { type PictureUse, referenceTo } from "../text/pictureUses";
import type { DraftPicture } from "../types";
import s from "./Pictures.module.css";

/** Widest size on screen in CSS pixels. */
const WIDTH = 64;
const OPEN_WIDTH = 320;

interface PictureItemProps {
  picture: DraftPicture;
  path: string[];
  uses: readonly PictureUse[];
  open: boolean;
  onToggle: () => void;
  onChange: (fields: Partial<DraftPicture>) => void;
  onRemove: () => void;
}

/** One picture in its list: a row that opens. */
export function PictureItem(props: PictureItemProps) {
  const { picture, path, uses, open, onToggle } = props;
  const count = uses.reduce((sum, use) => sum + use.count, 0);
  const name = pictureTitle(picture);
  const isPending = useVerdict(picture.key ?? "")?.verdict === "pending";
  return (
    <li>
      <FieldPlace path={path}>
        <button type="button" className={s.row} aria-expanded={open} onClick={onToggle}>
          <span className={s.thumb}>
            <Image picture={picture} width={WIDTH} />
          </span>
          <span className={s.words}>
            <span className={s.name} dir="auto">
              {name}
            </span>{" "}
            <span className={s.note}>
              {noteOf(picture, count)}
              {isPending && " · Being checked"}
            </span>
          </span>
          <Icon name="down" />
        </button>
        {open && <Details {...props} name={name} />}
      </FieldPlace>
    </li>
  );
}

/** What people recognise a picture by. */
export const pictureTitle = ({ name, uri }: DraftPicture) => name.trim() || uri || "Unnamed picture";

function noteOf({ key }: DraftPicture, count: number): string {
  if (key === null) return "Its file did not come with the card";
  return count === 0 ? "In no text" : `Shown in ${plural(count, "place")}`;
}

function Image({ picture: { key, alt }, width }: { picture: DraftPicture; width: number }) {
  if (key === null) return <Icon name="image" />;
  const image = { key, alt: width === WIDTH ? "" : alt, crop: null, focus: null, uri: "" };
  return <Shown image={image} width={width} {...(width === WIDTH && { ratio: 1 })} />;
}

function Details({ picture, path, uses, name, onChange, onRemove }: PictureItemProps & { name: string }) {
  const { draft, goTo } = useEditor();
  const reference = referenceTo(picture);
  return (
    <div className={s.details}>
      {picture.key !== null && (
        <>
          <div className={s.large}>
            <Image picture={picture} width={OPEN_WIDTH} />
          </div>
          <VerdictLine image={picture.key} label={name} />
        </>
      )}
      <ShortText
        path={[...path, "name"]}
        label="Name"
        value={picture.name}
        limit={LIMITS.name}
        hint={uses.length > 0 ? "Texts show it by its name: change it there, too." : undefined}
        onChange={(next) => onChange({ name: next })}
      />
      <ShortText
        path={[...path, "alt"]}
        label="Alternative text"
        value={picture.alt}
        limit={LIMITS.alt}
        hint="What it shows, for readers who don’t see it."
        onChange={(alt) => onChange({ alt })}
      />
      {picture.uri !== "" && (
        <p className={s.uri}>
          Address in the card: <span dir="ltr">{picture.uri}</span>
        </p>
      )}
      {uses.length > 0 && (
        <ul className={s.uses} aria-label={`Where ${name} is shown`}>
          {uses.map(({ field, label, count }) => (
            <li key={field}>
              <button type="button" className="text-link" onClick={() => goTo(pathOfPointer(draft, field))}>
                {label}
              </button>
              {count > 1 && ` (${count} times)`}
            </li>
          ))}
        </ul>
      )}
      <div className={s.tools}>
        {reference !== null && <Copy text={reference} />}
        <Button tone="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Icon name="trash" />
          Remove
        </Button>
      </div>
    </div>
  );
}

/** Copies what shows a picture in a text. It can be selected, too. */
function Copy({ text }: { text: string }) {
  const [copied, setCopied] = useState<"yes" | "no" | null>(null);
  const copy = async () => {
    try {
      // A page without a secure connection has no clipboard.
      await navigator.clipboard.writeText(text);
      setCopied("yes");
    } catch {
      setCopied("no");
    }
  };
  return (
    <>
      <code className={s.code} dir="ltr">
        {text}
      </code>
      <Button aria-label={`Copy ${text}`} onClick={() => void copy()}>
        {copied === "yes" ? "Copied" : "Copy"}
      </Button>
      <span className="sr-only" role="status">
        {copied === "yes" ? "Copied" : ""}
      </span>
      {copied === "no" && <FormMessage>Couldn’t copy. Select the code and copy it by hand.</FormMessage>}
    </>
  );
}
