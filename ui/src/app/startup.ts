import { call } from "../api/client";
import type { Viewer } from "../api/person";
import { currentPrefs, mustConfirmAdult, refreshPrefs, subscribePrefs } from "../api/prefs";
import { startSession } from "../api/session";
import { cookies, storageKeys } from "../config/cookies";
import { HIDE_IMAGES_POLL_MS } from "../config/timings";
import { readCookie, writeCookie } from "../lib/cookies";
import { restoreGraphics } from "../lib/graphics";
import { adultCookie, freshReferral, pickVariant, referralCode, runSteps } from "./startup-rules";

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
    mustConfirm: mustConfirmAdult(),
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
  call("POST /misc/log-experiment", {
    body: { experimentID: experiment, groupID: group },
    auth: "none",
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

/** Signs in the person whose session this browser has, then does what is done once for a signed-in person who arrives. */
async function startPerson(viewer: Viewer | null): Promise<void> {
  await startSession(viewer);
}

/**
 * Spec section 4, "Start-up order": the referral first, then the person, then the app is mounted. The steps begin in this
 * order; mounting never waits for the network, and a step that fails is logged and holds up nothing. Returns an address to
 * move to after mounting, or null.
 */
export function startUp(viewer: Viewer | null): string | null {
  const given = arrival();
  let moveTo: string | null = null;
  runSteps(
    [
      { name: "referral", run: () => captureReferral(given) },
      {
        name: "campaign",
        run: () => {
          moveTo = captureCampaign(given);
        },
      },
      { name: "experiment", run: () => captureExperiment(given) },
      {
        name: "visit",
        run: () => writeCookie(cookies.visited.name, "true", cookies.visited.days),
      },
      { name: "graphics", run: restoreGraphics },
      { name: "preferences", run: watchPrefs },
      { name: "person", run: () => startPerson(viewer) },
    ],
    (name, cause) => console.warn(`Start-up went on without: ${name}`, cause),
  );
  return moveTo;
}
