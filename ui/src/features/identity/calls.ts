import { send } from "../../api/client";
import type { AuthSession, Provider } from "../../api/person";

/** The calls of signing in and up. None carries a token: whoever makes them has none yet. */

const post = <T>(uri: string, body: unknown) => send<T>(uri, { method: "POST", body, auth: "none" });

export interface Credentials {
  email: string;
  password: string;
  /** The second step, once the server has asked for it. */
  code?: string;
}

export const authCalls = {
  signUp: (body: Credentials) => post<{ ticket: string }>("/auth/sign-up", body),
  signIn: (body: Credentials) => post<AuthSession>("/auth/sign-in", body),
  resendVerification: (email: string) => post<null>("/auth/verify-email/resend", { email }),
  /** Answers with a session when an address was confirmed at sign-up, with none when it was changed. */
  verifyEmail: (body: { token: string; ticket?: string; password?: string }) =>
    post<{ session: AuthSession | null }>("/auth/verify-email", body),
  requestReset: (email: string) => post<null>("/auth/reset-password/request", { email }),
  resetPassword: (body: { token: string; password: string }) => post<null>("/auth/reset-password", body),
  startOidc: (provider: Provider["id"]) =>
    post<{ authorizationUrl: string }>(`/auth/oidc/${encodeURIComponent(provider)}/start`, {}),
  finishOidc: (body: { state: string; code: string }) => post<AuthSession>("/auth/oidc/callback", body),
  /** The second step after another service, once the server has asked for it. */
  confirmOidc: (body: { state: string; code: string }) => post<AuthSession>("/auth/oidc/confirm", body),
};
