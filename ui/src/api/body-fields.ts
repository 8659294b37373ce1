/** Reads fields of a value whose shape is not known, such as the body of a failed answer. */

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

export function positiveField(body: unknown, name: string): number | null {
  const value: unknown = isObject(body) ? Reflect.get(body, name) : null;
  return typeof value === "number" && value > 0 ? value : null;
}

export function textField(body: unknown, name: string): string | null {
  if (!isObject(body)) return null;
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" && value !== "" ? value : null;
}
