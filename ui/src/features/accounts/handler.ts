/** What somebody comes to `/__/auth/handler` for: a mailed link, or the way back from another service. */
export type Errand =
  | { kind: "verify"; token: string }
  /** The new address of an account. */
  | { kind: "change"; token: string }
  | { kind: "reset"; token: string }
  | { kind: "oidc"; state: string; code: string }
  /** The other service sent the person back without what was asked for. */
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
