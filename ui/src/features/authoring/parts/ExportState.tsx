import { FormMessage } from "../../../design/forms/FormMessage";
import type { useActorExport } from "../editor/useActorExport";

/** That a card is being written, or why it could not be; nothing otherwise. */
export function ExportState({ exported }: { exported: ReturnType<typeof useActorExport> }) {
  if (exported.failure !== null) return <FormMessage>{exported.failure}</FormMessage>;
  return exported.busy ? <p role="status">Exporting…</p> : null;
}
