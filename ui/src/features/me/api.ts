import { call, fetchResponse } from "../../api/client";
import type { Body } from "../../api/operations";
import type { ProfileUpdate } from "../../api/types";
import { fileForm } from "../../lib/fileForm";

/** How long putting everything together may take, in milliseconds. */
const EXPORT_MS = 120_000;
/** A picture may take a while on a phone's line, in milliseconds. */
const UPLOAD_MS = 90_000;

/** How a call is made that takes a picture. */
export function withPicture(picture: Blob): { body: FormData; timeoutMs: number } {
  const name = picture instanceof File ? picture.name : `portrait.${picture.type.split("/")[1] ?? "webp"}`;
  return { body: fileForm(picture, name), timeoutMs: UPLOAD_MS };
}

/** What people change of their own record and account. All reject with a `FailedRequest`. */
export const meApi = {
  update: (body: ProfileUpdate) => call("PATCH /users/me", { body }),
  setAvatar: (picture: Blob) => call("POST /users/me/avatar", withPicture(picture)),
  removeAvatar: () => call("DELETE /users/me/avatar"),
  /** A picture for a persona, which is kept once the persona is saved. */
  uploadPersonaAvatar: (picture: Blob) => call("POST /users/me/personas/avatar", withPicture(picture)),
  /** Everything that is stored of them, as a zip. */
  exportData: () =>
    fetchResponse("GET /users/me/export", { timeoutMs: EXPORT_MS, headers: { accept: "application/zip" } }),
  askForDeletion: (body: Body<"POST /users/me/deletion">) => call("POST /users/me/deletion", { body }),
  cancelDeletion: () => call("DELETE /users/me/deletion"),

  changeEmail: (body: Body<"POST /auth/email">) => call("POST /auth/email", { body }),
  /** Answers with a new session: the others have ended. */
  changePassword: (body: Body<"POST /auth/password">) => call("POST /auth/password", { body }),
  endDevice: (id: string) => call("DELETE /auth/devices/{id}", { path: { id } }),
  signOutEverywhere: () => call("POST /auth/sign-out-everywhere"),
  enrolTotp: (password: string) => call("POST /auth/totp/enrol", { body: { password } }),
  /** Answers with the recovery codes, which are shown once. */
  confirmTotp: (code: string) => call("POST /auth/totp/confirm", { body: { code } }),
  removeTotp: (body: Body<"POST /auth/totp/remove">) => call("POST /auth/totp/remove", { body }),
} as const;
