/** What the site states about itself and shows to those in danger. The shapes are the server's own (`schema.gen.ts`). */
import type { components } from "../../api/schema.gen";

type Schemas = components["schemas"];

/** `GET /care/notices`. */
export type SafetyNotices = Schemas["SafetyNotices"];
export type HelpLine = Schemas["HelpLine"];
