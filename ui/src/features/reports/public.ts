export { ReportButton, ReportDialog } from "./ReportButton";
export type { Reportable } from "./reasons";
