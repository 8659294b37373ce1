import type { TreeNode } from "../types";

/**
 * How a tree of messages becomes rows. The line one is on runs straight down in the first lane; other branches stand to the
 * right of the fork they leave, each complete before the line goes on below. So every lane left of a row passes it by, and a
 * row needs no more than its own lane to be drawn.
 */

/** A message as the map sees it. */
export type MapNode = Omit<TreeNode, "depth">;

/** Messages that follow one another without a choice: one row until it is opened. */
export interface Run {
  first: MapNode;
  last: MapNode;
  /** All of them, first and last included; never empty. */
  nodes: MapNode[];
  isOnPath: boolean;
}

/** A row of the map. */
export interface MapRow {
  /** Id of the message that the row leads to. */
  id: string;
  /** A whole run, or one message of a run that is open. */
  kind: "run" | "message";
  run: Run;
  node: MapNode;
  lane: number;
  /** Leaves the lane to its left here, instead of going on in its own. */
  forks: boolean;
  /** Something follows in the same lane. */
  goesOn: boolean;
  isOnPath: boolean;
  /** Nothing comes before it in its lane. */
  isFirst: boolean;
  /** What follows in the same lane lies on the path. */
  goesLit: boolean;
  /** The passing lane that is lit: the path's own, from its first row to its last. */
  litLane: number | null;
  /** For the tree's semantics: level from 1, place among siblings from 1, and how many there are. */
  level: number;
  place: number;
  places: number;
}

interface Branch {
  run: Run;
  children: Branch[];
  /** Messages in it and below it. */
  size: number;
}

function childrenOf(nodes: readonly MapNode[]): Map<string | null, MapNode[]> {
  const known = new Set(nodes.map(({ id }) => id));
  const children = new Map<string | null, MapNode[]>();
  for (const node of nodes) {
    // Where the tree was cut short, what has lost its parent begins at the top.
    const parent = node.parentId !== null && known.has(node.parentId) ? node.parentId : null;
    const list = children.get(parent);
    if (list === undefined) children.set(parent, [node]);
    else list.push(node);
  }
  return children;
}

/** Follows a message for as long as there is no choice and the line does not leave the lit path. */
function runFrom(first: MapNode, children: ReadonlyMap<string | null, MapNode[]>): Run {
  const nodes = [first];
  let last = first;
  for (;;) {
    const below = children.get(last.id) ?? [];
    const only = below.length === 1 ? below[0] : undefined;
    if (only === undefined || only.isOnPath !== first.isOnPath) break;
    nodes.push(only);
    last = only;
  }
  return { first, last, nodes, isOnPath: first.isOnPath };
}

/** The branches that begin below `parent`. Without recursion: a story may be thousands of messages deep. */
function branchesOf(children: ReadonlyMap<string | null, MapNode[]>): Branch[] {
  const roots: Branch[] = (children.get(null) ?? []).map((node) => ({
    run: runFrom(node, children),
    children: [],
    size: 0,
  }));
  const all = [...roots];
  for (let at = 0; at < all.length; at += 1) {
    const branch = all[at];
    if (branch === undefined) break;
    branch.children = (children.get(branch.run.last.id) ?? []).map((node) => ({
      run: runFrom(node, children),
      children: [],
      size: 0,
    }));
    all.push(...branch.children);
  }
  // Children come after their parents in the list, so backwards every size below is known.
  for (const branch of all.reverse())
    branch.size = branch.run.nodes.length + branch.children.reduce((sum, child) => sum + child.size, 0);
  return roots;
}

/** The branch that goes straight on: the lit one, otherwise the one with most in it. */
function straight(branches: readonly Branch[]): Branch | undefined {
  return (
    branches.find(({ run }) => run.isOnPath) ??
    branches.reduce<Branch | undefined>(
      (best, each) => (best === undefined || each.size > best.size ? each : best),
      undefined,
    )
  );
}

interface Waiting {
  branch: Branch;
  lane: number;
  forks: boolean;
  level: number;
  place: number;
  places: number;
}

/** What stands below a fork, in the order it is drawn: the branches that leave, then the one that goes on. */
function inOrder(branches: readonly Branch[], lane: number, level: number): Waiting[] {
  const main = straight(branches);
  const ordered = branches.filter((branch) => branch !== main);
  if (main !== undefined) ordered.push(main);
  return ordered.map((branch, at) => ({
    branch,
    lane: branch === main ? lane : lane + 1,
    forks: branch !== main,
    level,
    place: at + 1,
    places: ordered.length,
  }));
}

/** The rows of a map, from the top. Runs whose first message is in `open` show every message. */
export function layOut(nodes: readonly MapNode[], open: ReadonlySet<string>): MapRow[] {
  const rows: MapRow[] = [];
  const stack = inOrder(branchesOf(childrenOf(nodes)), 0, 1).reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { branch, lane, forks, ...semantics } = next;
    const { run, children } = branch;
    const isOpen = run.nodes.length > 1 && open.has(run.first.id);
    const shown = isOpen ? run.nodes : [run.last];
    for (const [at, node] of shown.entries()) {
      rows.push({
        id: node.id,
        kind: isOpen ? "message" : "run",
        run,
        node,
        lane,
        forks: forks && at === 0,
        goesOn: at < shown.length - 1 || children.length > 0,
        isOnPath: run.isOnPath,
        // Only the first row of all: other openings leave the same line.
        isFirst: rows.length === 0,
        goesLit: run.isOnPath && (at < shown.length - 1 || children.some((child) => child.run.isOnPath)),
        litLane: null,
        ...semantics,
      });
    }
    stack.push(...inOrder(children, lane, next.level + 1).reverse());
  }
  light(rows);
  return rows;
}

/** The path runs in the first lane, so that one is lit beside every row between its ends. */
function light(rows: MapRow[]): void {
  const first = rows.findIndex(({ isOnPath }) => isOnPath);
  const last = rows.findLastIndex(({ isOnPath }) => isOnPath);
  for (let at = first; at >= 0 && at <= last; at += 1) {
    const row = rows[at];
    if (row !== undefined) row.litLane = 0;
  }
}

/** A snippet without the marks of its writing. */
export function plainSnippet(snippet: string): string {
  const plain = snippet.replace(/[*_`#>]+/g, "").trim();
  return plain === "" ? "…" : plain;
}

/** The rows to draw of a long list: those in view and some around them. All in CSS pixels. */
export function visibleRange(
  count: number,
  view: { top: number; height: number; row: number; around: number },
): { from: number; to: number } {
  const from = Math.max(0, Math.floor(view.top / view.row) - view.around);
  const to = Math.min(count, Math.ceil((view.top + view.height) / view.row) + view.around);
  return { from: Math.min(from, count), to: Math.max(to, Math.min(from, count)) };
}

/** Where a key leads in the tree, as a row; null when it leads nowhere (WAI-ARIA, tree view). */
export function stepTo(rows: readonly MapRow[], at: number, key: string): number | null {
  const row = rows[at];
  if (row === undefined) return rows.length > 0 ? 0 : null;
  const within = (target: number) => (target >= 0 && target < rows.length && target !== at ? target : null);
  switch (key) {
    case "ArrowDown":
      return within(at + 1);
    case "ArrowUp":
      return within(at - 1);
    case "Home":
      return within(0);
    case "End":
      return within(rows.length - 1);
    case "PageDown":
      return within(Math.min(rows.length - 1, at + 10));
    case "PageUp":
      return within(Math.max(0, at - 10));
    case "ArrowLeft": {
      const parent = rows.findLastIndex((each, index) => index < at && each.level < row.level);
      return within(parent);
    }
    case "ArrowRight": {
      const next = rows[at + 1];
      return next !== undefined && next.level > row.level ? at + 1 : null;
    }
    default:
      return null;
  }
}
