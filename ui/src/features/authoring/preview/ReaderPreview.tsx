import { useState } from "react";
import { Button } from "../../../design/Button";
import { ErrorState } from "../../../design/EmptyStates";
import choices from "../../../design/forms/Choices.module.css";
import { FormMessage } from "../../../design/forms/FormMessage";
import { Skeleton } from "../../../design/Skeleton";
import { Tabs } from "../../../design/Tabs";
import { FindingList } from "../../publishing/public";
import { placePath, useEditor } from "../editor/EditorContext";
import { fieldName } from "../model/parts";
import { pathOfPointer, pointerOf } from "../model/path";
import type { SaveState } from "../model/sessionTypes";
import type { FrameWidth } from "./ReaderFrame";
import s from "./ReaderPreview.module.css";
import { Seen, type View } from "./Seen";
import { TokenFootprint } from "./TokenFootprint";
import { usePreview } from "./usePreview";

const VIEWS: readonly { id: View; label: string }[] = [
  { id: "page", label: "Page" },
  { id: "poster", label: "Poster" },
  { id: "link", label: "Link" },
  { id: "start", label: "Story" },
  { id: "making", label: "Making" },
];

const WIDTHS: readonly { width: FrameWidth; label: string; as: string }[] = [
  { width: "phone", label: "Phone", as: "as on a phone" },
  { width: "desktop", label: "Desktop", as: "as on a desktop" },
];

/** The draft as readers would get it, on a phone or a desktop, with what is missing and what each part takes. */
export default function ReaderPreview() {
  const { id, draft, place, missing, goTo } = useEditor();
  const [width, setWidth] = useState<FrameWidth>("phone");
  const view = VIEWS.find((each) => each.id === place.item) ?? { id: "page", label: "Page" };
  const offered = VIEWS.filter((each) => each.id !== "making" || draft.making === "open" || each === view);
  return (
    <div className={s.preview}>
      <div className={s.columns} data-width={width}>
        <div className={s.seen}>
          <Tabs
            label="What readers see"
            tabs={offered.map((each) => ({
              href: placePath(id, { part: "preview", item: each.id === "page" ? null : each.id }),
              label: each.label,
              current: each.id === view.id,
            }))}
          />
          <fieldset className={choices.choice}>
            <legend className="sr-only">Width</legend>
            {WIDTHS.map((each) => (
              <Button
                key={each.width}
                aria-pressed={each.width === width}
                onClick={() => setWidth(each.width)}
              >
                {each.label}
              </Button>
            ))}
          </fieldset>
          {id === null ? (
            <p className={s.none}>Write something first: it shows here once it is saved.</p>
          ) : (
            <Preview
              id={id}
              view={view.id}
              width={width}
              title={`${view.label}, ${WIDTHS.find((each) => each.width === width)?.as}`}
            />
          )}
        </div>
        <div className={s.facts}>
          <FindingList
            title="What is missing"
            findings={(missing ?? []).map(({ path, message }) => ({
              field: pointerOf(path),
              message,
              passage: "",
            }))}
            nameOf={(field) => fieldName(pathOfPointer(draft, field), draft)}
            goTo={(field) => goTo(pathOfPointer(draft, field))}
          />
          <TokenFootprint />
        </div>
      </div>
    </div>
  );
}

interface PreviewProps {
  id: string;
  view: View;
  width: FrameWidth;
  title: string;
}

/** What the server makes of the draft. What was shown stays until there is something newer. */
function Preview({ id, view, width, title }: PreviewProps) {
  const { draft, save } = useEditor();
  const { preview, failure, isLoading, retry } = usePreview(id);
  if (preview === null) {
    return failure === null ? (
      <Skeleton className={s.waiting} />
    ) : (
      <ErrorState title="Couldn’t load the preview" onRetry={retry}>
        {failure.message}
      </ErrorState>
    );
  }
  return (
    <>
      {failure !== null && (
        <FormMessage>
          <div className={s.row}>
            <p>This may be out of date. {failure.message}</p>
            <Button busy={isLoading} onClick={retry}>
              Try again
            </Button>
          </div>
        </FormMessage>
      )}
      {failure === null && isUnsaved(save) && (
        <FormMessage tone="info">
          This is what was saved last. Your latest changes are not in it yet.
        </FormMessage>
      )}
      <Seen
        key={`${view} ${width}`}
        view={view}
        preview={preview}
        title={title}
        width={width}
        draft={draft}
      />
    </>
  );
}

/** Whether a change stays unsaved until something is done about it. */
const isUnsaved = ({ at }: SaveState) => ["offline", "refused", "conflict", "failed"].includes(at);
