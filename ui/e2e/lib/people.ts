import { expect, type Page } from "@playwright/test";
import { CONFIRM, mailedLink } from "./mail.ts";
import { stage } from "./stage.ts";

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

async function call<T>(path: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(`${stage().site}/api/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
  const text = await response.text();
  return (text === "" ? null : JSON.parse(text)) as T;
}

/** An account made without a browser: signed up, confirmed, with a record. */
export async function newPerson(name = "ann"): Promise<Person> {
  const person = somebody(name);
  const { ticket } = await call<{ ticket: string }>("/auth/sign-up", person);
  const token = new URL(await mailedLink(person.email, CONFIRM)).searchParams.get("oobCode");
  const { session } = await call<{ session: { accessToken: string } }>("/auth/verify-email", {
    token,
    ticket,
  });
  await call("/users/", {}, session.accessToken);
  return person;
}

/** Signs in through the form of the page on screen, and waits until the next page is there. */
export async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Opens the sign-in screen and signs in; ends on the page that follows. */
export async function signInAs(page: Page, person: Person): Promise<void> {
  await page.goto(`${stage().site}/signin`);
  await fillSignIn(page, person);
  await expect(page).not.toHaveURL(/\/signin/);
}
