import { type Action, useAction } from "../../../design/forms/useAction";
import type { MenuItem } from "../../../design/ItemMenu";
import { downloadActor } from "../api";
import { CARD_KINDS, type CardKind } from "../exports";
import type { DraftActor } from "../types";
import { useEditor } from "./EditorContext";
import { savedId } from "./savedId";

/** Puts the card of an actor, as they are now, into the author's downloads. */
export function useActorExport(): Action<[actor: DraftActor, kind: CardKind]> {
  const { session } = useEditor();
  return useAction(async (actor, kind) => downloadActor(await savedId(session), actor, kind));
}

/** What the menu of an actor's export offers. */
export const actorExports = (actor: DraftActor, { run }: ReturnType<typeof useActorExport>): MenuItem[] =>
  CARD_KINDS.map(({ label, ...kind }) => ({
    label,
    icon: "download",
    onChoose: () => void run(actor, kind),
  }));
