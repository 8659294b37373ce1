import { useEffect } from "react";
import { readUri } from "../../api/address";
import { first, usePage } from "../../api/page";
import { type ApiState, useApi } from "../../api/query";
import { reads } from "../../api/reads";
import type { Campaign, CampaignSection } from "../../api/types";
import { YMO } from "../../config/campaigns";

/** The words of spec section 8 for a campaign that cannot be loaded. */
export const CAMPAIGN_ERROR = { header: "Campaign Error", body: "Could not load campaign details." } as const;

/** Spec section 8: what is logged where the answer is missing. */
export const missing = (what: "info" | "data", id: string) => `Failed to fetch campaign ${what} for ID ${id}`;

export interface CampaignView {
  details: ApiState<Campaign>;
  /** `waiting` while they load; empty when neither the campaign nor the default one could be loaded. */
  sections: CampaignSection[] | "waiting";
}

/** The visitor's campaign. Sections that cannot be loaded fall back to the default campaign's (spec section 8). */
export function useCampaign(): CampaignView {
  const page = usePage();
  const uri = page.uri(reads.campaign);
  const defaultUri = readUri(reads.campaign);
  // The browser is about to pick a variant; `ymo` itself names no campaign.
  const undecided = uri === readUri(reads.campaign, { campaign: YMO });
  const asked = useApi(uri, { enabled: !undecided });
  const details: ApiState<Campaign> = undecided ? { state: "loading" } : asked;
  const fallback = useApi(defaultUri, {
    enabled: details.state === "failed" && uri !== defaultUri,
  });
  const source = details.state === "failed" && uri !== defaultUri ? fallback : details;
  const id = first(page, "campaign") ?? page.prefs.campaign;
  const [noInfo, noData] = [details.state === "failed", source.state === "failed"];
  useEffect(() => {
    if (id === null) return;
    if (noInfo) console.warn(missing("info", id));
    if (noData) console.warn(missing("data", id));
  }, [noInfo, noData, id]);

  if (source.state === "loading") return { details, sections: "waiting" };
  return { details, sections: source.state === "ready" ? source.data.sections : [] };
}
