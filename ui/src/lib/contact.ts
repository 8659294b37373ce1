/** Where those who run the site are written to: a `mailto:` or `https:` address. */

/** The address in words, for those whose browser has no mail program: `help@play.example`, `play.example/contact`. */
export function contactText(contact: string): string {
  const { protocol, host, pathname } = new URL(contact);
  return protocol === "mailto:" ? decodeURIComponent(pathname) : `${host}${pathname.replace(/\/$/, "")}`;
}

/** The address for a matter: an email carries it in its subject. */
export function contactAbout(contact: string, subject: string): string {
  const url = new URL(contact);
  if (url.protocol !== "mailto:") return contact;
  // A form's encoding makes a plus of a blank; in an email's subject it would stay one.
  return `mailto:${url.pathname}?subject=${encodeURIComponent(subject)}`;
}
