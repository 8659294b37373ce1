import { createHmac, randomInt } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { CONFIRM, mailedLink } from "./mail.ts";
import { servers, type TestServers } from "./setup.ts";
import { hydrated } from "./test.ts";

/** Somebody with an account. */
export interface Person {
  email: string;
  password: string;
}

let count = 0;

/** Somebody whom this site does not know yet. */
export function somebody(name = "ann"): Person {
  count += 1;
  const unique = `${name}-${process.pid}-${Date.now().toString(36)}-${count}`;
  return { email: `${unique}@example.org`, password: `seven lanterns for ${unique}` };
}

/** An address of their own: the e-mails per network address are limited (`ADDRESS_MAILS`). */
const anAddress = () => `198.18.${randomInt(256)}.${randomInt(256)}`;

async function call<T>(
  path: string,
  body: unknown,
  token?: string,
  method = "POST",
  site = servers().site,
): Promise<T> {
  const response = await fetch(`${site}/api/v1${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(path === "/auth/sign-up" && { "x-forwarded-for": anAddress() }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  const text = await response.text();
  return (text === "" ? null : JSON.parse(text)) as T;
}

/** Calls the API as somebody, beside the browser: as another device of theirs would. */
export async function asPerson(
  person: Person,
  site = servers().site,
): Promise<<T>(method: string, path: string, body?: unknown) => Promise<T>> {
  const { accessToken } = await call<{ accessToken: string }>(
    "/auth/sign-in",
    person,
    undefined,
    "POST",
    site,
  );
  return (method, path, body) => call(path, body, accessToken, method, site);
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_SECS = 30;

/** What an authenticator shows (RFC 6238), that many steps from now. */
export function authenticatorCode(secret: string, steps = 0): string {
  const bits = Array.from(secret.replace(/=+$/, ""), (character) =>
    BASE32.indexOf(character).toString(2).padStart(5, "0"),
  ).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const count = Buffer.alloc(8);
  count.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1_000 / STEP_SECS) + steps));
  const mac = createHmac("sha1", key).update(count).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, "0");
}

/** Sets up a second step for somebody; answers the authenticator's secret and the recovery codes. */
export async function addAuthenticator(person: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { accessToken } = await call<{ accessToken: string }>("/auth/sign-in", person);
  const { password } = person;
  const { secret } = await call<{ secret: string }>("/auth/totp/enrol", { password }, accessToken);
  // The code of the step before, so that the present one is still unused.
  const code = authenticatorCode(secret, -1);
  return {
    secret,
    ...(await call<{ recoveryCodes: string[] }>("/auth/totp/confirm", { code }, accessToken)),
  };
}

/** An account made without a browser: signed up, confirmed, with a record. */
export async function newPerson(
  name = "ann",
  { site, outbox }: Pick<TestServers, "site" | "outbox"> = servers(),
): Promise<Person> {
  const person = somebody(name);
  const post = <T>(path: string, body: unknown, token?: string) => call<T>(path, body, token, "POST", site);
  const { ticket } = await post<{ ticket: string }>("/auth/sign-up", person);
  const token = new URL(await mailedLink(person.email, CONFIRM, outbox)).searchParams.get("oobCode");
  const { session } = await post<{ session: { accessToken: string } }>("/auth/verify-email", {
    token,
    ticket,
  });
  await post("/users/", {}, session.accessToken);
  return person;
}

/** Signs in through the form of the page on screen, and waits until the next page is there. */
export async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Opens the sign-in screen and signs in; ends on the page that follows. */
export async function signInAs(page: Page, person: Person): Promise<void> {
  await page.goto(`${servers().site}/signin`);
  // Before the page's script is there, the form would be sent by the browser itself.
  await hydrated(page);
  await fillSignIn(page, person);
  await expect(page).not.toHaveURL(/\/signin/);
}

async function fillSignUp(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
}

/** Makes an account through the form of the page on screen and the mailed link; ends on the welcome. */
export async function signUpHere(page: Page, person: Person): Promise<void> {
  await fillSignUp(page, person);
  await page.goto(await mailedLink(person.email, CONFIRM));
  await hydrated(page);
  await expect(page).toHaveURL(/\/welcome$/);
}
