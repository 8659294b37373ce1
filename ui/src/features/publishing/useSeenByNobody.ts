import { useApi } from "../../api/query";
import { publishingUri } from "./api";

/** Whether nobody but its author sees a scenario; null until that is known. `own`: only its author may ask. */
export function useSeenByNobody(id: string, own: boolean): boolean | null {
  const status = useApi(publishingUri(id), { enabled: own });
  if (status.state !== "ready") return null;
  const { state } = status.data;
  return state !== "public" && state !== "unlisted";
}
