import { ActionError } from "../../../design/forms/failure";
import type { DraftSession } from "../model/session";

/** The id of the open draft once what was typed last is saved: an export is made from what the server has. */
export async function savedId(session: DraftSession): Promise<string> {
  if (!(await session.saved())) throw new ActionError("Not all of it is saved yet. Export it once it is.");
  return await session.stored();
}
