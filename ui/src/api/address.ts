import { expand, type TemplateVars } from "../lib/uri-template";
import type { AddressOf, Given, ReadKey, Uri } from "./operations";
import type { KeyOf, Template, Variables } from "./reads";

/** What fills the braces of an address, and what its query is made of. What is empty or absent is left out. */
export interface Filling {
  path?: TemplateVars | undefined;
  query?: TemplateVars | undefined;
}

export function filled(template: string, { path, query = {} }: Filling): string {
  return expand(`${template}{?${Object.keys(query)}}`, { ...path, ...query });
}

/** The address of a reading operation. */
export function uriOf<Key extends ReadKey>(key: Key, ...filling: Given<AddressOf<Key>>): Uri<Key>;
export function uriOf(key: string, filling: Filling = {}): string {
  return filled(key.slice("GET ".length), filling);
}

/** The address of one of the pages' reads (`reads.ts`) with these variables. */
export const readUri = expand as <T extends Template>(
  template: T,
  ...vars: Given<Variables<T>>
) => Uri<KeyOf<T>>;
