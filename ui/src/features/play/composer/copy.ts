import { plural } from "../../../lib/format";
import { roleOf } from "../model/cast";
import type { Trouble } from "../model/state";
import type { Price } from "../types";

/** The server takes this many bytes of UTF-8. */
export const MOST_BYTES = 16 * 1024;

/** The length of a text as the server counts it. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The placeholder of the empty field: as whom the player writes. */
export function placeholder(chat: Parameters<typeof roleOf>[0]): string {
  const { mode, name } = roleOf(chat);
  switch (mode) {
    case "steer":
      return "Narrate what happens next";
    case "puppeteer":
      return `Speak as ${name}`;
    case "default":
      return name === null ? "What do you do?" : `What do you do, ${name}?`;
  }
}

/** A guest can ask for nothing more without an account: all messages are used, or the model has its price. */
export function isGuestOver(price: Price): boolean {
  return price.guest !== null && costOf(price).empty;
}

/** Whether a reply is paid for, now: not by a guest, nor while free ones are left. */
export function isCharged({ perReply, free, guest }: Price): boolean {
  return perReply > 0 && guest === null && (free === null || free.left === 0);
}

/** What the next message costs with all its replies, before it is sent. */
export function costOf(price: Price): { text: string; empty: boolean } {
  const { perReply, replies, free, guest, balance, counts } = price;
  if (guest !== null) {
    const { left, of } = guest;
    if (perReply > 0) return { text: `This model costs ${plural(perReply, "shekel")} a reply`, empty: true };
    if (!counts) return { text: "Free", empty: false };
    return {
      text: left === 0 ? "No guest messages left" : `${left} of ${of} guest messages left`,
      empty: left === 0,
    };
  }
  if (free !== null && free.left > 0) {
    const today = free.resetsOn === null ? "" : " today";
    return { text: `Free: ${free.left} of ${free.of} messages left${today}`, empty: false };
  }
  if (perReply === 0) return { text: "Free", empty: false };
  const sum = sumOf(price);
  if (balance === null) return { text: sum, empty: false };
  return {
    text: `${sum}, you have ${plural(balance, "shekel")}`,
    empty: balance < perReply * Math.max(replies.least, 1),
  };
}

/** The sum of a turn: who answers depends in some stories on what is said and on chance. */
function sumOf({ perReply, replies: { least, most }, turn }: Price): string {
  if (most <= 1) return `${plural(perReply, "shekel")} a reply`;
  if (least === most) return `${plural(turn, "shekel")} for ${most} replies`;
  return `${perReply * Math.max(least, 1)} to ${plural(turn, "shekel")} for ${Math.max(least, 1)} to ${most} replies`;
}

/** What a failure means for the player, and where the way out is. */
export function troubleText({ status, code, message }: Trouble): {
  text: string;
  way: "wallet" | "signup" | null;
} {
  if (status === 402) return { text: "You don’t have enough shekels for a reply.", way: "wallet" };
  if (status === 401) return { text: "You’re signed out.", way: "signup" };
  if (code === "GUEST_ALLOWANCE_USED")
    return { text: "You’ve used all your guest messages. Sign up to continue the story.", way: "signup" };
  if (status === 413) return { text: "This message is too long. Shorten it or send it in parts.", way: null };
  return { text: message, way: null };
}
