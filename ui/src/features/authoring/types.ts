import type { Answer } from "../../api/operations";
import type { components } from "../../api/schema.gen";

type Schemas = components["schemas"];

export type Draft = Schemas["ScenarioDraft"];
export type DraftActor = Schemas["DraftActor"];
export type DraftExpression = Schemas["DraftExpression"];
export type DraftPicture = Schemas["DraftPicture"];
export type DraftOpening = Schemas["DraftOpening"];
export type DraftBook = Schemas["DraftBook"];
export type DraftImage = Schemas["DraftImage"];
export type NearTag = Schemas["NearTag"];
export type Rating = Schemas["Rating"];
export type DraftProblem = Schemas["DraftProblem"];
export type DraftStatus = Schemas["DraftStatus"];
export type DraftView = Answer<"GET /scenarios/scenario/{id}/draft">;
export type PictureVerdict = Schemas["PictureVerdict"];
export type ScenarioPreview = Answer<"GET /scenarios/scenario/{id}/preview">;
export type MyScenario = Schemas["MyScenario"];
export type ScenarioState = Schemas["ScenarioState"];
export type FieldReport = Schemas["FieldReport"];
export type UploadedImage = Schemas["UploadedImage"];
export type ImportBatch = Answer<"GET /scenarios/imports/{id}">;
export type ImportFile = Answer<"GET /scenarios/imports/{id}/files">["results"][number];
export type ImportFileState = ImportFile["state"];
export type ImportFileReport = Answer<"GET /scenarios/imports/{id}/files/{position}">;
/** What is done with cards that changed since they were imported. */
export type ChangedCards = NonNullable<ImportBatch["changed"]>;
export type ReadLorebook = Answer<"POST /scenarios/lorebooks/read">;
