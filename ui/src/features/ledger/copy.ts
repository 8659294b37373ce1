import type { Movement } from "../../api/types";
import { longDate } from "../../lib/dates";

/** `1234567` as `1,234,567`: money is never shortened where it is accounted for. */
export function exact(amount: number): string {
  const digits = String(Math.abs(Math.trunc(amount))).replace(/\B(?=(\d{3})+$)/g, ",");
  return amount < 0 ? `−${digits}` : digits;
}

/** With its sign: `+50`, `−3`. */
export function signed(amount: number): string {
  return amount > 0 ? `+${exact(amount)}` : exact(amount);
}

/** `1 shekel`, `1,200 shekels`. */
export function shekels(amount: number): string {
  return `${exact(amount)} ${Math.abs(amount) === 1 ? "shekel" : "shekels"}`;
}

/** `14:05` of an RFC 3339 time, in UTC. */
export function clock(rfc3339: string): string {
  return /T(\d{2}:\d{2})/.exec(rfc3339)?.[1] ?? "";
}

export interface Day {
  day: string;
  movements: Movement[];
}

/** Movements by the day they happened on, in the order given. */
export function byDay(movements: readonly Movement[]): Day[] {
  const days: Day[] = [];
  for (const movement of movements) {
    const day = longDate(movement.createdOn);
    const last = days.at(-1);
    if (last?.day === day) last.movements.push(movement);
    else days.push({ day, movements: [movement] });
  }
  return days;
}
