/** A person, as the API and the page data describe them. */
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** The signed-in person as far as a page's first paint needs them; the server writes it into the page's data. */
export interface Viewer {
  userID: string;
  authorname: string;
  username: string;
  avatarUrl: string | null;
  /** One role, as a number or a word; absent where only the list is sent. */
  role?: number | string | null;
  roles: string[];
  showNSFW: boolean;
  shekels: number;
}

/** A person's credentials. */
export type Identity = Schemas["Identity"];
/** A service one can sign in with. */
export type Provider = Identity["providers"][number];
/** What signing in and refreshing answer with. */
export type AuthSession = Schemas["AuthSession"];
/** Spec section 3, "User": one's own record. */
export type Me = Schemas["Me"];
export type Persona = Me["personas"][string];
