import type { FailedRequest } from "../../api/errors";

/** What somebody comes to `/__/auth/handler` for: a mailed link, or the way back from another service. */
export type Errand =
  | { kind: "verify"; token: string }
  /** The new address of an account. */
  | { kind: "change"; token: string }
  | { kind: "reset"; token: string }
  | { kind: "oidc"; state: string; code: string }
  /** The other service sent the person back without signing them in. */
  | { kind: "declined" }
  | { kind: "nothing" };

/** Reads the query of the address. */
export function errandOf(search: string): Errand {
  const query = new URLSearchParams(search);
  const mode = query.get("mode");
  const token = query.get("oobCode") ?? "";
  if (token !== "") {
    if (mode === "verifyEmail") return { kind: "verify", token };
    if (mode === "changeEmail") return { kind: "change", token };
    if (mode === "resetPassword") return { kind: "reset", token };
  }
  const state = query.get("state") ?? "";
  const code = query.get("code") ?? "";
  if (state !== "" && code !== "") return { kind: "oidc", state, code };
  return query.has("error") ? { kind: "declined" } : { kind: "nothing" };
}

/** How far an errand has come. */
export type Stage =
  | { at: "working"; errand: Errand | null }
  | { at: "password"; token: string }
  /** The other service has named somebody whose account asks for a code; `state` is that of the sign-in there. */
  | { at: "code"; state: string }
  | { at: "reset"; token: string }
  | { at: "changed" }
  | { at: "resetDone" }
  | { at: "expired"; errand: "verify" | "reset" }
  | { at: "suspended" }
  | { at: "declined" }
  | { at: "nothing" }
  | { at: "failed"; failure: FailedRequest; errand: Errand };

/** Where a refusal leads. */
export function stageOf(failure: FailedRequest, errand: Errand): Stage {
  if (failure.status === 423) return { at: "suspended" };
  if (errand.kind === "verify" && failure.code === "VERIFICATION_NEEDS_PASSWORD") {
    return { at: "password", token: errand.token };
  }
  if (errand.kind === "oidc" && failure.code === "TOTP_REQUIRED") return { at: "code", state: errand.state };
  const spent = failure.code === "INVALID_GRANT";
  if (spent && (errand.kind === "verify" || errand.kind === "change"))
    return { at: "expired", errand: "verify" };
  if (spent && errand.kind === "reset") return { at: "expired", errand: "reset" };
  return { at: "failed", failure, errand };
}
