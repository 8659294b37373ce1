import type { PublicUser } from "../../api/types";
import { compact } from "../../lib/format";
import { excerpt } from "../../lib/prose";

const NAME_CHARACTERS = 30;
const DESCRIPTION_CHARACTERS = 158;

/** What a person is called on their own page: the full name they gave, else the name they sign with. */
export function fullName(user: Pick<PublicUser, "authorname" | "username">): string {
  return user.username.trim() === "" ? user.authorname : user.username;
}

export function userTitle(user: Pick<PublicUser, "authorname" | "username" | "stats">): string {
  const name = excerpt(fullName(user), NAME_CHARACTERS);
  const works = user.stats.scenarios;
  if (works === 0) return `${name}: author page`;
  return `${name}: ${works === 1 ? "1 scenario" : `${compact(works)} scenarios`} to play`;
}

export function userDescription(
  user: Pick<PublicUser, "authorname" | "username" | "stats" | "userBio">,
): string {
  const name = excerpt(fullName(user), NAME_CHARACTERS);
  const works = user.stats.scenarios;
  const count =
    works === 0 ? "no scenarios yet" : works === 1 ? "one scenario" : `${compact(works)} scenarios`;
  const bio = user.userBio?.trim() ?? "";
  const tail = `${name} has published ${count} on Dramatis, open to read for everyone.`;
  return excerpt(
    bio === "" ? `The author page of ${name}. ${tail}` : `${bio} ${tail}`,
    DESCRIPTION_CHARACTERS,
  );
}
