import { plural } from "../../../lib/format";
import { roleOf } from "../model/cast";
import type { Trouble } from "../model/state";
import type { Price } from "../wire";

/** The server takes this many bytes of UTF-8 (reliability L-8). */
export const MOST_BYTES = 16 * 1024;

/** The length of a text as the server counts it. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** As whom the player writes, said by the empty field. */
export function placeholder(chat: Parameters<typeof roleOf>[0]): string {
  const { mode, name } = roleOf(chat);
  switch (mode) {
    case "steer":
      return "Narrate what happens next";
    case "puppeteer":
      return `Speak as ${name}`;
    case "default":
      return name === null || name === "You" ? "What do you do?" : `What do you do, ${name}?`;
  }
}

/** What the next reply costs, before it is asked for. */
export function costOf(price: Price): { text: string; empty: boolean } {
  if (price.guest !== null) {
    const { left, of } = price.guest;
    return {
      text: left === 0 ? "No guest replies left" : `${left} of ${of} guest replies left`,
      empty: left === 0,
    };
  }
  if (price.free !== null && price.free.left > 0)
    return { text: `Free: ${price.free.left} of ${price.free.of} left today`, empty: false };
  if (price.perReply === 0) return { text: "Free", empty: false };
  const each = `${plural(price.perReply, "shekel")} a reply`;
  if (price.balance === null) return { text: each, empty: false };
  return {
    text: `${each}, you have ${plural(price.balance, "shekel")}`,
    empty: price.balance < price.perReply,
  };
}

/** What a failure means for the player, and where the way out is. */
export function troubleWords({ status, code, message }: Trouble): {
  text: string;
  way: "wallet" | "signup" | null;
} {
  if (status === 402) return { text: "You don’t have enough shekels for a reply.", way: "wallet" };
  if (status === 401) return { text: "You’re signed out.", way: "signup" };
  if (code === "GUEST_ALLOWANCE_USED")
    return { text: "You’ve used all your guest replies. Sign up to continue the story.", way: "signup" };
  if (status === 413) return { text: "This message is too long. Shorten it or send it in parts.", way: null };
  if (status === 0) return { text: "Couldn’t reach the server. Check your connection.", way: null };
  return { text: message, way: null };
}
