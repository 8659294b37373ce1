import { call } from "../../api/client";

/** Whether the connected models answer; for admins. */
export const probeModels = (signal: AbortSignal) => call("GET /system/models", { signal });
