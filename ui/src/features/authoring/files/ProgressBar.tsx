import s from "./ProgressBar.module.css";

interface ProgressBarProps {
  label: string;
  value: number;
  /** The value at the end; 0 counts as 1. */
  max: number;
}

/** How far something is that takes its time. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return <progress className={s.bar} aria-label={label} value={value} max={Math.max(max, 1)} />;
}
