import { send } from "../api/client";
import { currentPrefs, refreshPrefs, subscribePrefs } from "../api/prefs";
import { cookies, storageKeys } from "../config/cookies";
import { HIDE_IMAGES_POLL_MS } from "../config/timings";
import { readCookie, writeCookie } from "../lib/cookies";
import { restoreGraphics } from "./graphics";
import { adultCookie, freshReferral, pickVariant, referralCode } from "./startup-rules";

/** Address parameters that are read once (spec 2.3). */
interface Arrival {
  campaign: string | null;
  experiment: string | null;
  group: string | null;
  referral: string | null;
}

function arrival(): Arrival {
  const query = new URLSearchParams(location.search);
  return {
    campaign: query.get("campaign"),
    experiment: query.get("exID"),
    group: query.get("grID"),
    referral: query.get("ref"),
  };
}

/** The present address with one parameter changed; null takes it away. */
function addressWith(name: string, value: string | null): string {
  const url = new URL(location.href);
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

function captureReferral({ referral }: Arrival): void {
  if (!freshReferral(localStorage.getItem(storageKeys.referral), Date.now())) {
    localStorage.removeItem(storageKeys.referral);
  }
  if (referral === null) return;
  const code = referralCode(referral);
  if (code === null) console.warn("The referral code in the address is not valid and was ignored");
  else localStorage.setItem(storageKeys.referral, JSON.stringify({ code, timestamp: Date.now() }));
  history.replaceState(history.state, "", addressWith("ref", null));
}

/** Returns the address to move to once the app is mounted: the HTML on screen was made for the present one. */
function captureCampaign({ campaign }: Arrival): string | null {
  const adult = adultCookie({
    campaignGiven: campaign !== null,
    stored: readCookie(document.cookie, cookies.showNSFW.name),
    mustConfirm: document.documentElement.dataset.adult === "confirm",
  });
  if (adult !== null) writeCookie(cookies.showNSFW.name, adult, cookies.showNSFW.days);
  if (campaign === null || campaign === "") return null;
  const picked = pickVariant(campaign, Math.random());
  writeCookie(cookies.campaign.name, picked, cookies.campaign.days);
  return picked === campaign ? null : addressWith("campaign", picked);
}

/** Saved and logged once: only when the address has both and the cookies have neither. */
function captureExperiment({ experiment, group }: Arrival): void {
  if (!experiment || !group) return;
  const jar = document.cookie;
  if (
    readCookie(jar, cookies.experiment.name) !== null ||
    readCookie(jar, cookies.experimentGroup.name) !== null
  )
    return;
  writeCookie(cookies.experiment.name, experiment, cookies.experiment.days);
  writeCookie(cookies.experimentGroup.name, group, cookies.experimentGroup.days);
  send<unknown>("/misc/log-experiment", {
    method: "POST",
    body: { experimentID: experiment, groupID: group },
  }).catch((cause: unknown) => console.warn("The experiment could not be logged", cause));
}

function showPrefs(): void {
  const { theme, hideImages } = currentPrefs();
  const { classList } = document.documentElement;
  classList.toggle("light", theme === "light");
  classList.toggle("dark", theme === "dark");
  classList.toggle("hide-images", hideImages);
}

function watchPrefs(): void {
  subscribePrefs(showPrefs);
  refreshPrefs();
  showPrefs();
  setInterval(refreshPrefs, HIDE_IMAGES_POLL_MS);
}

/**
 * Spec section 4, "Start-up order", as far as it goes without accounts. Each step may fail alone: it is logged and the
 * app is mounted all the same. Returns an address to move to after mounting, or null.
 */
export function startUp(): string | null {
  const given = arrival();
  let moveTo: string | null = null;
  const steps: (() => void)[] = [
    () => captureReferral(given),
    () => {
      moveTo = captureCampaign(given);
    },
    () => captureExperiment(given),
    () => writeCookie(cookies.visited.name, "true", cookies.visited.days),
    restoreGraphics,
    watchPrefs,
  ];
  for (const step of steps) {
    try {
      step();
    } catch (cause) {
      console.warn("A start-up step failed", cause);
    }
  }
  return moveTo;
}
