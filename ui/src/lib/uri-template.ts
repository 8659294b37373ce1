/** What a template variable may be. An absent or empty value leaves its part out. */
export type TemplateVars = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

/** `{id}`, `{?q,tags*}` or `{&cursor}`: the forms of RFC 6570 that our templates have; a test holds us to the standard. */
const PART = /\{([?&]?)([^}]*)\}/g;

/** The unreserved characters of RFC 3986. */
const UNRESERVED = /^[\w.~-]*$/;

/** Leaves only unreserved characters as they are. */
const encoded = (text: string) =>
  UNRESERVED.test(text)
    ? text
    : encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * RFC 6570 expansion. Empty texts and lists count as absent, so that `?q=` never reaches the API. A query repeats
 * a list's name.
 */
export function expand(template: string, vars: TemplateVars = {}): string {
  return template.replace(PART, (_, operator: string, names: string) => {
    const parts = names.split(",").flatMap((spec) => {
      const name = spec.replace("*", "");
      const value = vars[name] ?? "";
      const values = value === "" ? [] : [value].flat();
      return values.map((one) => (operator && `${name}=`) + encoded(String(one)));
    });
    return parts.length === 0 ? "" : operator + parts.join(operator === "" ? "," : "&");
  });
}
