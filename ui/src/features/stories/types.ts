/** Stories and folders as they travel, under the names of this feature. The shapes are the server's own (`schema.gen.ts`). */
import type { components } from "../../api/schema.gen";

type Schemas = components["schemas"];

export type Story = Schemas["Story"];
export type Folder = Schemas["Folder"];
export type Folders = Schemas["Folders"];

/** What became of one field of an imported file. */
export type ImportLine = Schemas["ReportRow"];
export type Imported = Schemas["ImportAnswer"];
