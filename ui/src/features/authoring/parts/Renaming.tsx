import { Suspense, useState } from "react";
import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { lazyDialog } from "../../../design/lazyDialog";
import { useEditor } from "../editor/EditorContext";
import { nameOf } from "../model/draft";
import type { DraftActor } from "../types";

const RenameActorDialog = lazyDialog(async () => ({
  default: (await import("../text/RenameActorDialog")).RenameActorDialog,
}));

/** Another name for an actor in every text of the scenario. */
export function Renaming({ actor }: { actor: DraftActor }) {
  const { draft, session } = useEditor();
  const [open, setOpen] = useState(false);
  if (actor.name.trim() === "") return null;
  return (
    <div>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        <Icon name="edit" />
        Rename {nameOf(actor)} everywhere
      </Button>
      {open && (
        <Suspense fallback={null}>
          <RenameActorDialog
            draft={draft}
            actorId={actor.id}
            onChange={(next) => session.edit(next)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
