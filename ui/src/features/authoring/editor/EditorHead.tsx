import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { refetchLists } from "../../../api/list-cache";
import { IconButton } from "../../../design/Button";
import { useAction } from "../../../design/forms/useAction";
import { Icon } from "../../../design/Icon";
import { ItemMenu } from "../../../design/ItemMenu";
import type { IconName } from "../../../design/icons";
import { lazyDialog } from "../../../design/lazyDialog";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import { navigate } from "../../../lib/navigation";
import { paths } from "../../../lib/paths";
import { authoringApi, downloadScenario } from "../api";
import { hasReaders } from "../list/bulk";
import { TrashDialog } from "../list/TrashDialog";
import { noteTrashed } from "../list/trashed";
import { UnpublishedLink } from "../list/UnpublishedLink";
import { LISTS } from "../list/useMyScenarios";
import type { SaveState } from "../model/sessionTypes";
import type { Draft } from "../types";
import { Conflicts } from "./Conflicts";
import { useEditor } from "./EditorContext";
import s from "./EditorHead.module.css";
import { PartSelect } from "./PartSelect";
import { savedId } from "./savedId";

const FindReplaceDialog = lazyDialog(async () => ({
  default: (await import("../text/FindReplaceDialog")).FindReplaceDialog,
}));

/** The bar over the editor: where one is, whether it is saved, undo and redo. */
export function EditorHead({ undo, redo }: { undo: () => void; redo: () => void }) {
  const { id, draft, state, save, hasUnpublished, canUndo, canRedo, session } = useEditor();
  const client = useQueryClient();
  const [finding, setFinding] = useState(false);
  const [trashing, setTrashing] = useState(false);
  const toTrash = async () => {
    if (!session.discard()) {
      // What cannot be saved is no reason to keep it out of the trash.
      await session.saved();
      const stored = await session.stored();
      await authoringApi.toTrash(stored);
      noteTrashed({ id: stored, displayName: titleOf(session.snapshot().draft) });
    }
    await refetchLists(client, LISTS);
    await navigate(paths.myScenarios);
  };
  const remove = useAction(toTrash);
  const exported = useAction(async () =>
    downloadScenario(await savedId(session), session.snapshot().draft.title),
  );
  const failure = remove.failure ?? exported.failure;
  return (
    <header className={s.head}>
      <a className={s.back} href={paths.myScenarios} aria-label="My scenarios" title="My scenarios">
        <Icon name="left" />
      </a>
      <div className={s.titles}>
        <PartSelect />
        <div className={s.row}>
          <h1 className={s.title} dir="auto">
            {titleOf(draft)}
          </h1>
          <div className={s.marks}>
            <SaveMark save={save} />
            {hasUnpublished && id !== null && <UnpublishedLink id={id} className={s.unpublished} />}
          </div>
        </div>
      </div>
      <div className={s.tools}>
        <IconButton label="Undo (Ctrl+Z)" aria-disabled={!canUndo || undefined} onClick={undo}>
          <Icon name="undo" />
        </IconButton>
        <IconButton label="Redo (Ctrl+Shift+Z)" aria-disabled={!canRedo || undefined} onClick={redo}>
          <Icon name="redo" />
        </IconButton>
        <ItemMenu
          label="More"
          items={[
            { label: "Find and replace", icon: "search", onChoose: () => setFinding(true) },
            { label: "Export (CHARX)", icon: "download", onChoose: () => void exported.run() },
            {
              label: "Move to trash",
              icon: "trash",
              apart: true,
              danger: true,
              onChoose: () => (hasReaders([{ state }]) ? setTrashing(true) : void remove.run()),
            },
          ]}
        />
      </div>
      {finding && (
        <Suspense fallback={null}>
          <FindReplaceDialog
            draft={draft}
            onChange={(next) => session.edit(next)}
            onClose={() => setFinding(false)}
          />
        </Suspense>
      )}
      {trashing && (
        <TrashDialog
          scenarios={[{ displayName: titleOf(draft), state }]}
          run={toTrash}
          onClose={() => setTrashing(false)}
        />
      )}
      {failure !== null && (
        <p className={s.failure} role="alert">
          {failure}
        </p>
      )}
      <Conflicts />
    </header>
  );
}

const titleOf = ({ title }: Draft): string => title.trim() || "Untitled scenario";

const MARKS: Readonly<Record<SaveState["at"], { icon: IconName; text: string }>> = {
  saved: { icon: "check", text: "Saved" },
  waiting: { icon: "edit", text: "Saving…" },
  saving: { icon: "edit", text: "Saving…" },
  offline: { icon: "offline", text: "Not saved: offline, will try again" },
  refused: { icon: "warning", text: "Not saved: see the marked field" },
  conflict: { icon: "warning", text: "Not saved: changed in two places" },
  trashed: { icon: "trash", text: "In the trash" },
  gone: { icon: "warning", text: "Deleted" },
  failed: { icon: "warning", text: "Not saved" },
};

/** Whether everything is saved. Only what goes wrong is read out. */
function SaveMark({ save }: { save: SaveState }) {
  const { icon, text } = MARKS[save.at];
  const isFine = ["saved", "waiting", "saving"].includes(save.at);
  return (
    <>
      <p className={s.mark} data-save={save.at} data-fine={isFine || undefined}>
        <Icon name={icon} />
        <span aria-hidden={!isFine || undefined}>{text}</span>
      </p>
      {/* Always there: a region that appears together with its text is not read out everywhere. */}
      <VisuallyHidden>
        <span role="status">{isFine ? "" : text}</span>
      </VisuallyHidden>
    </>
  );
}
