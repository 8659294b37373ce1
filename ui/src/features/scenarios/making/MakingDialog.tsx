import { useState } from "react";
import { useApi } from "../../../api/query";
import { Dialog } from "../../../design/Dialog";
import { EmptyState, ErrorState } from "../../../design/EmptyStates";
import { Icon } from "../../../design/Icon";
import { Skeleton } from "../../../design/Skeleton";
import { makingUri } from "../api";
import s from "./MakingDialog.module.css";
import { type MakingText, partsOf } from "./parts";

interface MakingDialogProps {
  /** The scenario. */
  id: string;
  onClose: () => void;
}

/** What a scenario tells the model, if its author shows it. Each text shows after another tap: it may give the story away. */
export default function MakingDialog({ id, onClose }: MakingDialogProps) {
  return (
    <Dialog id="making" title="How it is made" open full onClose={onClose}>
      <Making id={id} />
    </Dialog>
  );
}

function Making({ id }: { id: string }) {
  const making = useApi(makingUri(id));
  switch (making.state) {
    case "loading":
      return <Skeleton className={s.waiting} />;
    case "failed":
      return making.error.status === 403 ? (
        <EmptyState title="The author keeps this closed" icon="lock">
          What the model is told about this scenario is not open to readers.
        </EmptyState>
      ) : (
        <ErrorState title="Couldn’t load how it is made" onRetry={making.retry}>
          {making.error.message}
        </ErrorState>
      );
    case "ready": {
      const parts = partsOf(making.data);
      if (parts.length === 0)
        return (
          <EmptyState title="Nothing more than the page says" icon="inspect">
            The model is told nothing beside the openings.
          </EmptyState>
        );
      return (
        <div className={s.making}>
          <p className={s.lead}>
            What the model is told. <strong>It may give the story away</strong>, so each text shows when you
            tap it.
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
  }
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
