import { call } from "../../api/client";
import { failedConnection } from "../../api/errors";
import type { ReportReceipt, ReportRequest } from "./reasons";

/**
 * Sends a report. Anybody may report, so an expired sign-in or guest session does not stop it: then it is sent as a
 * visitor's. What was said in a story is its owner's alone; without them it cannot be reported.
 */
export async function sendReport(body: ReportRequest): Promise<ReportReceipt> {
  try {
    return await call("POST /reports", { body, auth: "quiet" });
  } catch (cause) {
    if (failedConnection(cause).status !== 401 || body.kind === "reply") throw cause;
    return call("POST /reports", { body, auth: "none" });
  }
}
