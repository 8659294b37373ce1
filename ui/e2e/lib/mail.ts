import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { servers } from "./setup.ts";

/** The e-mails a server without SMTP leaves in its outbox. */

const WAIT_MS = 10_000;

function unquoted(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** The newest e-mail to an address whose subject fits, once it is there; as text. */
export async function emailTo(to: string, subject: RegExp, outbox = servers().outbox): Promise<string> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(100)) {
    const files = (await readdir(outbox).catch(() => [])).filter((name) => /^\d.*\.eml$/.test(name)).sort();
    for (const file of files.reverse()) {
      const text = await readFile(join(outbox, file), "utf8");
      const head = text.slice(0, text.search(/\r?\n\r?\n/));
      if (!head.includes(`To: ${to}`) || !subject.test(/^Subject: (.*)$/m.exec(head)?.[1] ?? "")) continue;
      return unquoted(text);
    }
  }
  throw new Error(`No email ${subject} came to ${to}`);
}

/** The link of such an e-mail. */
export async function mailedLink(to: string, subject: RegExp, outbox = servers().outbox): Promise<string> {
  const found = /https?:\/\/\S+\/__\/auth\/handler\?\S+/.exec(await emailTo(to, subject, outbox));
  if (found === null) throw new Error(`The email ${subject} to ${to} has no link`);
  return found[0];
}

export const CONFIRM = /^Confirm your email address/;
export const RESET = /password/i;
