import { lazy } from "react";
import type { FixedPart, PanelName } from "./contracts";

/** What stands in the head of each panel's frame. */
export const PANEL_TITLES: Readonly<Record<PanelName, string>> = {
  characters: "Characters",
  character: "Character",
  inspector: "Prompt",
  memory: "Memory",
  lore: "Lore",
  map: "Story map",
  settings: "Settings",
  search: "Search",
  keys: "Keyboard shortcuts",
};

/** The panels, each loaded when it is first opened. */
export const panels = {
  characters: lazy(() => import("./panels/CharactersPanel")),
  character: lazy(() => import("./panels/CharacterDetails")),
  inspector: lazy(() => import("./prompt/Inspector")),
  memory: lazy(() => import("./memory/Memory")),
  lore: lazy(() => import("./lorebooks/Lore")),
  map: lazy(() => import("./map/StoryMap")),
  settings: lazy(() => import("./settings/Settings")),
  search: lazy(() => import("./search/StorySearch")),
  keys: lazy(() => import("./keys/KeyHelp")),
} as const satisfies Record<PanelName, unknown>;

/** The parts that are always on screen, loaded after the story. */
export const parts = {
  quickNav: lazy(() => import("./panels/QuickNav")),
  backdrop: lazy(() => import("./Backdrop")),
  controlMode: lazy(() => import("./panels/ControlMode")),
} as const satisfies Record<FixedPart, unknown>;
