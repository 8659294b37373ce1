/** What other features may use of publishing. */
export { FindingList } from "./FindingList";
export { PublishForm } from "./PublishForm";
export { type Published, usePublished } from "./usePublished";
export { useSeenByNobody } from "./useSeenByNobody";
export { useWithdraw } from "./useWithdraw";
export { WithdrawDialog } from "./WithdrawDialog";
