import type { ComponentType } from "react";
import type { IconName } from "../../design/icons";
import type {
  CharacterProps,
  FixedPart,
  InspectorProps,
  MemoryProps,
  PanelName,
  PanelProps,
} from "./contracts";

type Loads<P> = () => Promise<{ default: ComponentType<P> }>;

/** What stands in the head of each panel's frame. */
export const PANEL_HEADS: Readonly<Record<PanelName, { title: string; icon: IconName }>> = {
  characters: { title: "Characters", icon: "users" },
  character: { title: "Character", icon: "user" },
  inspector: { title: "What the reply was made from", icon: "inspect" },
  memory: { title: "Memory", icon: "pin" },
  lore: { title: "Lore", icon: "lore" },
  map: { title: "Map of the story", icon: "map" },
  settings: { title: "Settings", icon: "settings" },
  keys: { title: "Keyboard shortcuts", icon: "keyboard" },
};

/** Where each panel's code is. */
export const panelLoaders: Readonly<{
  characters: Loads<PanelProps>;
  character: Loads<CharacterProps>;
  inspector: Loads<InspectorProps>;
  memory: Loads<MemoryProps>;
  lore: Loads<PanelProps>;
  map: Loads<PanelProps>;
  settings: Loads<PanelProps>;
  keys: Loads<PanelProps>;
}> = {
  characters: () => import("./panels/CharactersPanel"),
  character: () => import("./panels/CharacterDetails"),
  inspector: () => import("./inspector/Inspector"),
  memory: () => import("./memory/Memory"),
  lore: () => import("./lore/Lore"),
  map: () => import("./map/StoryMap"),
  settings: () => import("./settings/Settings"),
  keys: () => import("./keys/KeyHelp"),
};

/** Where the parts are that are always on screen. */
export const partLoaders: Readonly<Record<FixedPart, Loads<object>>> = {
  quickNav: () => import("./panels/QuickNav"),
  controlMode: () => import("./panels/ControlMode"),
};
