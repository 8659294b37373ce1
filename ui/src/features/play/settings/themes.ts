/**
 * Themes of stories as data (spec section 3, "Theme"). The site brings a few; those of people come from the server with
 * the same fields, so the code that draws them need not know where one is from.
 */

/** `#rrggbb`. */
export type Hex = `#${string}`;

/** The colours of a theme. */
export interface Palette {
  mode: "dark" | "light";
  background: Hex;
  surface: Hex;
  primary: Hex;
  accent: Hex;
  textPrimary: Hex;
  textSecondary: Hex;
  textTertiary: Hex;
  textMuted: Hex;
  border: Hex;
  highlight: Hex;
}

/** A theme as the server will send those of people. */
export interface Theme {
  /** Null for the built-in Default. */
  _id: string | null;
  name: string;
  isSystemTheme: boolean;
  version: number;
  previewImageURL: string | null;
  originalImageURL: string | null;
  source: { type: "color" | "gradient" | "imageURL" | "upload"; value: string };
  palette: Palette;
  typography: { primaryFont: string; secondaryFont: string; fontScale: number };
  shapes: { borderRadiusSm: string; borderRadiusMd: string; borderRadiusLg: string; borderRadiusXl?: string };
  misc: { customCSS: string };
  createdAt: string;
  updatedAt: string;
}

/** The families the site serves itself. */
const FONTS = {
  sans: '"Inter", "Inter fallback", system-ui, sans-serif',
  serif: '"Newsreader", "Newsreader fallback", "Times New Roman", serif',
} as const;

const MADE = "2026-11-01T00:00:00Z";

const ROUND = { borderRadiusSm: "8px", borderRadiusMd: "14px", borderRadiusLg: "20px" } as const;
const SOFT = { borderRadiusSm: "14px", borderRadiusMd: "20px", borderRadiusLg: "28px" } as const;
const SHARP = { borderRadiusSm: "2px", borderRadiusMd: "3px", borderRadiusLg: "4px" } as const;

interface Sketch {
  id: string | null;
  name: string;
  palette: Palette;
  /** A quiet light behind the page; without it the ground is plain. */
  gradient?: string;
  shapes?: Theme["shapes"];
  /** Family of running text; Inter by default. */
  font?: string;
}

function theme({ id, name, palette, gradient, shapes = ROUND, font = FONTS.sans }: Sketch): Theme {
  return {
    _id: id,
    name,
    isSystemTheme: true,
    version: 1,
    previewImageURL: null,
    originalImageURL: null,
    source:
      gradient === undefined
        ? { type: "color", value: palette.background }
        : { type: "gradient", value: gradient },
    palette,
    typography: { primaryFont: font, secondaryFont: FONTS.serif, fontScale: 1 },
    shapes,
    misc: { customCSS: "" },
    createdAt: MADE,
    updatedAt: MADE,
  };
}

/** The built-in Default by night (spec section 3). */
export const DEFAULT_DARK = theme({
  id: null,
  name: "Default",
  palette: {
    mode: "dark",
    background: "#000814",
    surface: "#132736",
    primary: "#ffc300",
    accent: "#ce00e0",
    textPrimary: "#f4f1ea",
    textSecondary: "#c3ccd6",
    textTertiary: "#a3b1bf",
    textMuted: "#8fa0b0",
    border: "#25323d",
    highlight: "#1c3547",
  },
});

/** The built-in Default on paper. */
export const DEFAULT_LIGHT = theme({
  id: null,
  name: "Default",
  palette: {
    mode: "light",
    background: "#faf6ee",
    surface: "#fffdf8",
    primary: "#f7b900",
    accent: "#a100b0",
    textPrimary: "#1d1811",
    textSecondary: "#443b2e",
    textTertiary: "#5a4f3f",
    textMuted: "#675b49",
    border: "#e1dbcf",
    highlight: "#ece2d0",
  },
});

/** What the site offers besides Default, in the order it is shown. */
export const SYSTEM_THEMES: readonly Theme[] = [
  theme({
    id: "candlelight",
    name: "Candlelight",
    gradient: "radial-gradient(90vmax 70vmax at 50% 112%, #4a2509 0%, #1f1209 42%, #140b06 78%)",
    palette: {
      mode: "dark",
      background: "#140b06",
      surface: "#2c1b10",
      primary: "#ffb95e",
      accent: "#e8703a",
      textPrimary: "#fbeedd",
      textSecondary: "#e0cbb2",
      textTertiary: "#c2aa8e",
      textMuted: "#ad967b",
      border: "#40291a",
      highlight: "#3d2717",
    },
  }),
  theme({
    id: "deep-forest",
    name: "Deep forest",
    gradient: "linear-gradient(170deg, #0c2116 0%, #061009 55%, #04100f 100%)",
    palette: {
      mode: "dark",
      background: "#061009",
      surface: "#13291c",
      primary: "#b6e388",
      accent: "#3fb68b",
      textPrimary: "#ecf5e8",
      textSecondary: "#c6d6c3",
      textTertiary: "#a4b8a4",
      textMuted: "#8fa691",
      border: "#203a2a",
      highlight: "#1d3b29",
    },
  }),
  theme({
    id: "velvet",
    name: "Velvet",
    gradient: "radial-gradient(80vmax 60vmax at 82% -12%, #4a1338 0%, #1d0a1b 50%, #12060f 85%)",
    shapes: SOFT,
    palette: {
      mode: "dark",
      background: "#12060f",
      surface: "#2d1428",
      primary: "#ffb3d1",
      accent: "#b388ff",
      textPrimary: "#fbeef5",
      textSecondary: "#e0c6d5",
      textTertiary: "#c4a5b8",
      textMuted: "#b091a5",
      border: "#42233a",
      highlight: "#412039",
    },
  }),
  theme({
    id: "moonlit",
    name: "Moonlit",
    gradient: "linear-gradient(185deg, #1a2450 0%, #0b1029 48%, #070a1a 100%)",
    palette: {
      mode: "dark",
      background: "#070a1a",
      surface: "#182042",
      primary: "#bccbff",
      accent: "#5fd4e8",
      textPrimary: "#eef1ff",
      textSecondary: "#c8cfec",
      textTertiary: "#a6afd6",
      textMuted: "#939dc6",
      border: "#29325a",
      highlight: "#243060",
    },
  }),
  theme({
    id: "noir",
    name: "Noir",
    shapes: SHARP,
    palette: {
      mode: "dark",
      background: "#0c0b0b",
      surface: "#211f1e",
      primary: "#efe6d4",
      accent: "#e5484d",
      textPrimary: "#f5f1ea",
      textSecondary: "#d2cbc0",
      textTertiary: "#b1a99e",
      textMuted: "#9c948a",
      border: "#35312f",
      highlight: "#312e2c",
    },
  }),
  theme({
    id: "parchment",
    name: "Parchment",
    gradient: "radial-gradient(120vmax 90vmax at 50% 0%, #fbf3df 0%, #f3e7cb 70%, #ead9b4 100%)",
    shapes: SHARP,
    font: FONTS.serif,
    palette: {
      mode: "light",
      background: "#f3e7cb",
      surface: "#fcf6e6",
      primary: "#7a3b0c",
      accent: "#8c2f39",
      textPrimary: "#2a1c0d",
      textSecondary: "#4b3821",
      textTertiary: "#5d4930",
      textMuted: "#66533a",
      border: "#dbc9a0",
      highlight: "#ecdcb8",
    },
  }),
  theme({
    id: "first-light",
    name: "First light",
    gradient: "linear-gradient(180deg, #e3eefb 0%, #f4f7fb 45%, #fdf3ec 100%)",
    palette: {
      mode: "light",
      background: "#f4f7fb",
      surface: "#ffffff",
      primary: "#0f4c9c",
      accent: "#8436b8",
      textPrimary: "#111c2b",
      textSecondary: "#35455a",
      textTertiary: "#465870",
      textMuted: "#52647b",
      border: "#d3dde9",
      highlight: "#e2ebf5",
    },
  }),
  theme({
    id: "rose-garden",
    name: "Rose garden",
    gradient: "linear-gradient(200deg, #ffeef2 0%, #fdf5f4 50%, #f4f1e6 100%)",
    shapes: SOFT,
    palette: {
      mode: "light",
      background: "#fdf5f4",
      surface: "#fffcfb",
      primary: "#9c1f50",
      accent: "#4e7a3a",
      textPrimary: "#2b1219",
      textSecondary: "#54343e",
      textTertiary: "#6a4751",
      textMuted: "#73525c",
      border: "#ecd5d9",
      highlight: "#f7e4e7",
    },
  }),
];

/** Most themes of the Quick tab (spec section 9). */
export const QUICK_THEMES = 6;

/** The built-in Default of a mode. */
function defaultTheme(mode: Palette["mode"]): Theme {
  return mode === "light" ? DEFAULT_LIGHT : DEFAULT_DARK;
}

/** All themes a story can wear: Default in the mode of the screen first. */
export function themesFor(mode: Palette["mode"]): Theme[] {
  return [defaultTheme(mode), ...SYSTEM_THEMES];
}

/** The theme of that id; Default when the id is null or not known (any more). */
export function themeOf(id: string | null, mode: Palette["mode"]): Theme {
  return SYSTEM_THEMES.find((each) => each._id === id) ?? defaultTheme(mode);
}

/** At most six for the Quick tab; the one the story wears is always among them. */
export function quickThemes(themes: readonly Theme[], wornId: string | null): Theme[] {
  const first = themes.slice(0, QUICK_THEMES);
  const worn = themes.find(({ _id }) => _id === wornId);
  if (worn === undefined || first.includes(worn)) return first;
  return [...first.slice(0, QUICK_THEMES - 1), worn];
}
