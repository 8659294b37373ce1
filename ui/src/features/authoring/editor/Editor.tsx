import { useSyncExternalStore } from "react";
import { useUnsaved } from "../../../design/forms/useUnsaved";
import { NoticeBar } from "../../../design/NoticeBar";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import { navigate } from "../../../lib/navigation";
import { paths } from "../../../lib/paths";
import { usePublished } from "../../publishing/public";
import { useFieldUploads } from "../images/useFieldUploads";
import { VerdictsProvider } from "../images/Verdicts";
import { NEW } from "../journal/record";
import { isSamePlace, type Place, placeOfField } from "../model/parts";
import type { Path } from "../model/path";
import type { DraftSession } from "../model/session";
import s from "./DraftEditor.module.css";
import { EditorProvider, type EditorState, placePath } from "./EditorContext";
import { EditorHead } from "./EditorHead";
import { Part } from "./Part";
import { PartNav } from "./PartNav";
import { SaveNotices } from "./SaveNotices";
import { useFieldFocus } from "./useFieldFocus";
import { useKeptCaret } from "./useKeptCaret";
import { useOutdatedShelf } from "./useOutdatedShelf";
import { useRemoval } from "./useRemoval";
import { useSaving } from "./useSaving";
import { useSteps } from "./useSteps";
import { useUndoKeys } from "./useUndoKeys";

interface EditorProps {
  session: DraftSession;
  /** Changes of an earlier window were put back. */
  restored: boolean;
  place: Place;
}

/** The draft that is open: its parts, how it is saved, and the way back of every change. */
export function Editor({ session, restored, place }: EditorProps) {
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot);
  const published = usePublished(snapshot);
  const uploads = useFieldUploads(session, snapshot.id);
  const focusField = useFieldFocus(place);
  useSaving(session);
  useOutdatedShelf(snapshot.version, published);
  useUnsaved(
    snapshot.unsafe && !["saved", "gone"].includes(snapshot.save.at),
    paths.draft(snapshot.id ?? NEW),
  );

  const goTo = (path: Path) => {
    const there = placeOfField(path);
    if (!isSamePlace(there, place)) navigate(placePath(snapshot.id, there));
    focusField(path);
  };

  const steps = useSteps(session, place);
  const undo = () => steps.undo();
  useUndoKeys(steps.undo, steps.redo);
  useKeptCaret(session);
  const { remove, notices } = useRemoval(session, snapshot.draft, { goTo, undo });

  const editor: EditorState = {
    ...snapshot,
    ...published,
    session,
    uploads,
    place,
    shown: steps.shown,
    goTo,
    remove,
    change: (fields) => session.update((draft) => ({ ...draft, ...fields })),
  };

  return (
    <EditorProvider value={editor}>
      <div className={s.editor}>
        <EditorHead undo={undo} redo={() => steps.redo()} />
        <div className={s.columns}>
          <PartNav />
          <div className={s.body}>
            <SaveNotices restored={restored} />
            <fieldset className={s.fields} disabled={snapshot.save.at === "trashed"}>
              <legend className="sr-only">The scenario</legend>
              <VerdictsProvider>
                <Part />
              </VerdictsProvider>
            </fieldset>
          </div>
        </div>
        <NoticeBar
          notices={{
            notice: notices.notice ?? steps.notices.notice,
            mute: () => {
              notices.mute();
              steps.notices.mute();
            },
          }}
          place={place.part}
        />
        <VisuallyHidden>
          <span role="status">{steps.said}</span>
        </VisuallyHidden>
      </div>
    </EditorProvider>
  );
}
