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

/** The preferences a cookie text holds; the server derives the same ones. */
export function prefsFrom(jar: string): Prefs {
  const campaign = readCookie(jar, cookies.campaign.name);
  return {
    theme: readCookie(jar, cookies.theme.name) === "light" ? "light" : "dark",
    showNSFW: readCookie(jar, cookies.showNSFW.name) === "true",
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

/** Reads the cookies again and tells who listens if something changed. Browser only. */
export function refreshPrefs(): void {
  const next = prefsFrom(document.cookie);
  if (same(current, next)) return;
  current = next;
  for (const listener of listeners) listener();
}

type CookiePref = "theme" | "showNSFW" | "hideImages" | "hideSubscriptionWarning" | "campaign";

/** Stores a preference for as long as the specification says. Browser only. */
export function setPref(name: CookiePref, value: string): void {
  writeCookie(cookies[name].name, value, cookies[name].days);
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
