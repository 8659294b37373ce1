import type { ReactNode } from "react";
import { paths } from "../../../lib/paths";

interface AuthorLinkProps {
  /** The author's id; empty for a former author, who has no page. */
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

/** What leads to an author's page, if they have one. */
export function AuthorLink({ id, className, children }: AuthorLinkProps) {
  if (id === "") return <span className={className}>{children}</span>;
  return (
    <a className={className} href={paths.user(id)}>
      {children}
    </a>
  );
}
