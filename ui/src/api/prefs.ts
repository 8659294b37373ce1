import { useSyncExternalStore } from "react";
import { cookies } from "../config/cookies";
import { readCookie, writeCookie } from "../lib/cookies";
import { type Prefs, usePage } from "./page";
import type { Viewer } from "./person";

export const DEFAULT_PREFS: Prefs = {
  theme: "dark",
  showNSFW: false,
  hideImages: false,
  hideSubscriptionWarning: false,
  campaign: null,
};

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Whether the visitor of this browser has confirmed to see explicit pictures. Where the operator wants an explicit
 * confirmation, the cookie that a campaign link sets is not enough. The server derives the same.
 */
export function adultConfirmed(jar: string, mustConfirm: boolean): boolean {
  const isTrue = (name: string) => readCookie(jar, name) === "true";
  return isTrue(cookies.showNSFW.name) && (!mustConfirm || isTrue(cookies.adultConfirmed.name));
}

/** Whether the operator wants an explicit confirmation. Browser only. */
export function mustConfirmAdult(): boolean {
  return document.documentElement.dataset.adult === "confirm";
}

/** The preferences a cookie text holds; the server derives the same ones. */
export function prefsFrom(jar: string, mustConfirm = false): Prefs {
  const campaign = readCookie(jar, cookies.campaign.name);
  return {
    theme: readCookie(jar, cookies.theme.name) === "light" ? "light" : "dark",
    showNSFW: adultConfirmed(jar, mustConfirm),
    hideImages: readCookie(jar, cookies.hideImages.name) === "true",
    hideSubscriptionWarning: readCookie(jar, cookies.hideSubscriptionWarning.name) === "true",
    campaign: campaign !== null && ID.test(campaign) ? campaign : null,
  };
}

type Listener = () => void;

const listeners = new Set<Listener>();
let current: Prefs = DEFAULT_PREFS;

function same(a: Prefs, b: Prefs): boolean {
  return (
    a.theme === b.theme &&
    a.showNSFW === b.showNSFW &&
    a.hideImages === b.hideImages &&
    a.hideSubscriptionWarning === b.hideSubscriptionWarning &&
    a.campaign === b.campaign
  );
}

/** Reads the cookies again and notifies the listeners if something changed. Browser only. */
export function refreshPrefs(): void {
  const next = prefsFrom(document.cookie, mustConfirmAdult());
  if (same(current, next)) return;
  current = next;
  for (const listener of listeners) listener();
}

type CookiePref = "theme" | "hideImages" | "hideSubscriptionWarning" | "campaign";

/** Stores a preference for as long as the specification says. Browser only. */
export function setPref(name: CookiePref, value: string): void {
  writeCookie(cookies[name].name, value, cookies[name].days);
  refreshPrefs();
}

/** Stores the visitor's own answer to the 18+ warning. Browser only. */
export function setAdult(on: boolean): void {
  for (const { name, days } of [cookies.showNSFW, cookies.adultConfirmed])
    writeCookie(name, String(on), days);
  refreshPrefs();
}

export function subscribePrefs(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentPrefs(): Prefs {
  return current;
}

/** The visitor's preferences. While hydrating they are the ones the server rendered with. */
export function usePrefs(rendered: Prefs): Prefs {
  return useSyncExternalStore(subscribePrefs, currentPrefs, () => rendered);
}

/** Spec section 6: a signed-in person's own setting decides about adult pictures, the cookie only for visitors. */
export function personalPrefs(prefs: Prefs, viewer: Pick<Viewer, "showNSFW"> | null): Prefs {
  return viewer === null || viewer.showNSFW === prefs.showNSFW
    ? prefs
    : { ...prefs, showNSFW: viewer.showNSFW };
}

/** Inside a page: its preferences, kept up to date. */
export function usePagePrefs(): Prefs {
  return usePage().prefs;
}
