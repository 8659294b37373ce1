import { useState } from "react";
import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { SecondLookDialog } from "./SecondLookDialog";
import { verdictWords } from "./secondLook";
import s from "./VerdictLine.module.css";
import { useVerdict } from "./Verdicts";

interface VerdictLineProps {
  /** The picture’s blob key. */
  image: string;
  /** What it is a picture of: `Cover`. */
  label: string;
}

/** What was found of a picture, and the way to a second look at it. Nothing while nothing is known. */
export function VerdictLine({ image, label }: VerdictLineProps) {
  const verdict = useVerdict(image);
  const [asking, setAsking] = useState(false);
  if (verdict === null) return null;
  const { icon, text, canAsk } = verdictWords(verdict);
  return (
    <div className={s.verdict} data-verdict={verdict.verdict}>
      <p className={s.text} role="status">
        <Icon name={icon} />
        <span>{text}</span>
      </p>
      {canAsk && (
        <Button aria-label={`Ask for a second look: ${label}`} onClick={() => setAsking(true)}>
          Ask for a second look
        </Button>
      )}
      {asking && <SecondLookDialog image={image} onClose={() => setAsking(false)} />}
    </div>
  );
}
