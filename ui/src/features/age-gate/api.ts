import { call } from "../../api/client";

/** Keeps with the account that its owner is an adult; `extreme` includes what is only shown on request. */
export const confirmAdult = (extreme: boolean) =>
  call("PATCH /users/me", { body: extreme ? { showNSFL: true } : { showNSFW: true } });
