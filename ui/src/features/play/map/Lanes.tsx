import s from "./Lanes.module.css";
import type { MapRow } from "./layout";

/** Distance of two lanes, and the most of them that are told apart, in CSS pixels. */
const LANE = 18;
const MOST = 7;
const DOT = 6;

const x = (lane: number) => 14 + Math.min(lane, MOST) * LANE;

/** The lines at the left of a row: those that pass by, its own with a dot, and where it leaves its neighbour's. */
export function Lanes({ row, height }: { row: MapRow; height: number }) {
  const { lane, forks, goesOn, isOnPath, litLane, isFirst, goesLit, run, kind } = row;
  const middle = height / 2;
  const own = x(lane);
  const passing = Array.from({ length: Math.min(lane, MOST) }, (_, each) => each);
  const many = kind === "run" && run.nodes.length > 1;
  return (
    <svg className={s.lanes} width={own + 14} height={height} aria-hidden="true">
      {passing.map((each) => (
        <path key={each} className={each === litLane ? s.laneLit : undefined} d={`M${x(each)} 0V${height}`} />
      ))}
      {forks && (
        <path
          d={`M${x(lane - 1)} 0C${x(lane - 1)} ${middle * 0.7} ${own} ${middle * 0.3} ${own} ${middle}`}
        />
      )}
      {!forks && !isFirst && <path className={isOnPath ? s.laneLit : undefined} d={`M${own} 0V${middle}`} />}
      {goesOn && <path className={goesLit ? s.laneLit : undefined} d={`M${own} ${middle}V${height}`} />}
      {many && <circle className={s.more} cx={own} cy={middle} r={DOT + 3.5} />}
      <circle className={isOnPath ? s.lit : s.dot} cx={own} cy={middle} r={DOT} />
    </svg>
  );
}
