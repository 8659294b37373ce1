/** Dates as text: the same answer on the server and in the browser, so no locale and no `Intl`. */

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

const RFC3339_DATE = /^(\d{4})-(\d{2})-(\d{2})/;

/** `2026-03-09T…` as `9 March 2026`, in UTC; an unreadable time gives an empty text. */
export function longDate(rfc3339: string): string {
  const match = RFC3339_DATE.exec(rfc3339);
  const month = match === null ? undefined : MONTHS[Number(match[2]) - 1];
  if (match === null || month === undefined) return "";
  return `${Number(match[3])} ${month} ${match[1]}`;
}

/** `2026-03-09T…` as `March 2026`. */
export function monthYear(rfc3339: string): string {
  return longDate(rfc3339).replace(/^\d+ /, "");
}
