import { parseTemplate } from "url-template";

/** What a template variable may be. An absent or empty value leaves its part out. */
export type TemplateVars = Readonly<Record<string, string | readonly string[] | null | undefined>>;

type Template = { expand(vars: Record<string, string | string[]>): string };

const parsed = new Map<string, Template>();

/** RFC 6570 expansion. Empty texts and lists count as absent, so that `?q=` never reaches the API. */
export function expand(template: string, vars: TemplateVars): string {
  if (!template.includes("{")) return template;
  let compiled = parsed.get(template);
  if (compiled === undefined) {
    compiled = parseTemplate(template);
    parsed.set(template, compiled);
  }
  const given: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(vars)) {
    if (value === null || value === undefined || value.length === 0) continue;
    given[name] = typeof value === "string" ? value : [...value];
  }
  return compiled.expand(given);
}
