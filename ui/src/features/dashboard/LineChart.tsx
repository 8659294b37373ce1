import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { type ActivityDay, daySeconds, KINDS, kindsSeen } from "./model";

const HEIGHT = 260;
const GAP = 0.35;
/** Seconds. */
const HALF_DAY = 43_200;

/** A colour of the theme, as it is now. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

const TINTS: Readonly<Record<string, string>> = {
  loves: "--t-accent-text",
  ratings: "--t-primary",
  follows: "--t-success",
  stories: "--t-warning",
  messages: "--t-text-secondary",
};

function options(days: readonly ActivityDay[], width: number): uPlot.Options {
  const grid = { stroke: token("--t-border"), width: 1 };
  const axis = {
    stroke: token("--t-text-muted"),
    font: "12px Inter, system-ui, sans-serif",
    grid,
    ticks: { show: false },
  };
  const seen = new Set(kindsSeen(days));
  const bars = uPlot.paths.bars?.({ size: [1 - GAP, 40], radius: 0.25 });
  return {
    width,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), "Etc/UTC"),
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    legend: { live: false },
    // Half a day of space, so that the first and the last bar are whole.
    scales: {
      x: { range: (_plot, first, last) => [first - HALF_DAY, last + HALF_DAY] },
      y: { range: (_plot, _low, high) => [0, Math.max(4, Math.ceil(high * 1.1))] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: [[86_400, "{D} {MMM}", null, null, null, null, null, null, 1]],
      },
      { ...axis, size: 36, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000] },
    ],
    series: [
      {},
      ...KINDS.filter(({ kind }) => seen.has(kind)).map(({ kind, label }) => ({
        label,
        stroke: token(TINTS[kind] ?? "--t-primary"),
        fill: token(TINTS[kind] ?? "--t-primary"),
        width: 0,
        points: { show: false },
        ...(bars !== undefined && { paths: bars }),
      })),
    ],
  };
}

/** Upper edges of stacked bars, the tallest first, so that each kind shows above the one painted after it. */
function stacked(days: readonly ActivityDay[]): number[][] {
  const kinds = kindsSeen(days);
  return kinds.map((_, at) => days.map((day) => kinds.slice(at).reduce((sum, kind) => sum + day[kind], 0)));
}

/** Thirty days as stacked bars. Loaded only where it is shown; the same facts stand in words beside it. */
export default function LineChart({ days, theme }: { days: readonly ActivityDay[]; theme: string }) {
  const frame = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme paints the canvas in other colours.
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const plot = new uPlot(options(days, element.clientWidth), [daySeconds(days), ...stacked(days)], element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [days, theme]);

  return <div ref={frame} className="plot-canvas" aria-hidden="true" />;
}
