import type { Answer } from "../../api/operations";
import type { components } from "../../api/schema.gen";

type Schemas = components["schemas"];

export type Access = Schemas["Access"];
export type Finding = Schemas["Finding"];
export type PublishingStatus = Answer<"GET /scenarios/scenario/{id}/publishing">;
