import { call } from "../../api/client";
import type { Body } from "../../api/operations";
import type { Provider } from "../../api/person";

/** The calls of signing in and up. None carries a token: the caller has none yet. */

const auth = "none";

/** With `code`, the second step, once the server has asked for it. */
export type Credentials = Body<"POST /auth/sign-in">;

export const authApi = {
  signUp: (body: Body<"POST /auth/sign-up">) => call("POST /auth/sign-up", { body, auth }),
  signIn: (body: Credentials) => call("POST /auth/sign-in", { body, auth }),
  resendVerification: (email: string) => call("POST /auth/verify-email/resend", { body: { email }, auth }),
  /** Answers with a session when an address was confirmed at sign-up, with none when it was changed. */
  verifyEmail: (body: Body<"POST /auth/verify-email">) => call("POST /auth/verify-email", { body, auth }),
  requestReset: (email: string) => call("POST /auth/reset-password/request", { body: { email }, auth }),
  resetPassword: (body: Body<"POST /auth/reset-password">) =>
    call("POST /auth/reset-password", { body, auth }),
  startOidc: (provider: Provider["id"]) =>
    call("POST /auth/oidc/{provider}/start", { path: { provider }, body: {}, auth }),
  finishOidc: (body: Body<"POST /auth/oidc/callback">) => call("POST /auth/oidc/callback", { body, auth }),
  /** The second step after another service, once the server has asked for it. */
  confirmOidc: (body: Body<"POST /auth/oidc/confirm">) => call("POST /auth/oidc/confirm", { body, auth }),
};
