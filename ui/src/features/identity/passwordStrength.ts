/**
 * How well a password would hold, for the line under the field. A quiet hint: only the first step is a rule (the server
 * refuses fewer than eight characters, and passwords that are known from leaks).
 */
export type Strength = "short" | "weak" | "fair" | "strong";

export const MIN_PASSWORD = 8;

const RUNS = ["abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "01234567890"];
const COMMON = ["password", "passwort", "letmein", "welcome", "iloveyou", "dramatis", "monkey", "dragon"];

/** Characters that follow from the one before: repeats, and neighbours on the keyboard or in the alphabet. */
function predictable(text: string): number {
  let count = 0;
  for (let at = 1; at < text.length; at += 1) {
    const pair = text.slice(at - 1, at + 1);
    const back = pair.split("").reverse().join("");
    if (pair[0] === pair[1] || RUNS.some((run) => run.includes(pair) || run.includes(back))) count += 1;
  }
  return count;
}

function withoutCommon(text: string, own: string): string {
  let rest = text;
  for (const word of [...COMMON, own]) if (word.length > 2) rest = rest.replaceAll(word, word.charAt(0));
  return rest;
}

/** `email`: a password that contains it is easier to guess. */
export function strength(password: string, email = ""): Strength {
  const points = Array.from(password);
  if (points.length < MIN_PASSWORD) return "short";
  const rest = withoutCommon(password.toLowerCase(), email.split("@")[0]?.toLowerCase() ?? "");
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length;
  const worth = Array.from(rest).length - predictable(rest) * 0.7 + (kinds - 1) * 1.5;
  if (worth >= 15) return "strong";
  return worth >= 10.5 ? "fair" : "weak";
}
