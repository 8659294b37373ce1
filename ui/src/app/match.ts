import { type RouteRow, routes } from "./routes";

/**
 * Which row an address belongs to. React Router ranks and compiles all paths again on every call of `matchRoutes`,
 * which is a quarter of a small page's rendering; here it is done once. A test holds both answers side by side.
 */
export interface RowMatch {
  row: RouteRow;
  params: Record<string, string>;
}

interface Pattern {
  row: RouteRow;
  expression: RegExp;
  names: string[];
  score: number;
}

const STATIC_SCORE = 10;
const PARAM_SCORE = 3;
const SPLAT_SCORE = -2;

function segmentScore(segment: string): number {
  if (segment === "*") return SPLAT_SCORE;
  return segment.startsWith(":") ? PARAM_SCORE : STATIC_SCORE;
}

function compile(row: RouteRow): Pattern {
  const segments = row.path.split("/").filter((segment) => segment !== "");
  const names: string[] = [];
  const parts = segments.map((segment) => {
    if (segment === "*") {
      names.push("*");
      return "(?:/(.*))?";
    }
    if (!segment.startsWith(":")) return `/${segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
    names.push(segment.slice(1));
    return "/([^/]+)";
  });
  return {
    row,
    expression: new RegExp(`^${parts.join("")}/*$`, "i"),
    names,
    score: segments.reduce((sum, segment) => sum + 1 + segmentScore(segment), 0),
  };
}

const patterns = routes.map(compile).toSorted((a, b) => b.score - a.score);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function matchRow(pathname: string): RowMatch {
  for (const { row, expression, names } of patterns) {
    const found = expression.exec(pathname);
    if (found === null) continue;
    const params: Record<string, string> = {};
    names.forEach((name, index) => {
      params[name] = decoded(found[index + 1] ?? "");
    });
    return { row, params };
  }
  throw new Error("The table has no row for unknown addresses");
}
