/**
 * Structured data (schema.org). Addresses are root-relative until `withOrigin` makes them absolute in the server entry,
 * because only the server knows its public address.
 */
type Node = Readonly<Record<string, unknown>>;

/** One `@graph`; a null stands for a part that a page does not have. */
export function graph(...nodes: (Node | null)[]): Record<string, unknown> {
  return { "@context": "https://schema.org", "@graph": nodes.filter((node) => node !== null) };
}

export interface Crumb {
  name: string;
  href: string;
}

/** The way from the home page to this one, this one included. */
export function breadcrumbs(crumbs: readonly Crumb[]): Node {
  return {
    "@type": "BreadcrumbList",
    itemListElement: [{ name: "Home", href: "/" }, ...crumbs].map((crumb, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: crumb.name,
      item: crumb.href,
    })),
  };
}

/** What a list page lists, in order. */
export function itemList(items: readonly Crumb[]): Node {
  return {
    "@type": "ItemList",
    numberOfItems: items.length,
    itemListElement: items.map((item, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: item.name,
      url: item.href,
    })),
  };
}

/** A page whose point is its list. */
export function collectionPage(
  name: string,
  description: string,
  href: string,
  items: readonly Crumb[],
): Node {
  return { "@type": "CollectionPage", name, description, url: href, mainEntity: itemList(items) };
}

/** Names whose value is an address. */
const ADDRESSES: ReadonlySet<string> = new Set(["@id", "url", "item", "image"]);

/** The same data with root-relative addresses made absolute. */
export function withOrigin(value: unknown, origin: string, name = ""): unknown {
  if (typeof value === "string") {
    return ADDRESSES.has(name) && value.startsWith("/") && !value.startsWith("//") ? origin + value : value;
  }
  if (Array.isArray(value)) return value.map((part) => withOrigin(part, origin, name));
  if (typeof value !== "object" || value === null) return value;
  const absolute: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) absolute[key] = withOrigin(part, origin, key);
  return absolute;
}
