/** What other features may use of campaigns. */
export { BlurbPage } from "./BlurbPage";
export { CampaignError, CampaignSections } from "./CampaignSections";
export { useCampaign } from "./useCampaign";
