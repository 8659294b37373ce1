import type { ReactNode } from "react";
import { Avatar } from "../../../design/Avatar";
import { cx } from "../../../lib/classes";
import type { Message } from "../types";
import s from "./Line.module.css";

const AUTHORS = { actor: s.actor, narrator: s.narrator, user: s.user } as const;

/** What of a message its frame shows. */
export type Framed = Pick<Message, "id" | "author" | "name" | "avatar">;

interface LineFrameProps {
  message: Framed;
  /** The colour of the name, of those that portraits have. */
  tint: number | undefined;
  className?: string;
  isLast: boolean;
  portrait: ReactNode;
  /** Small print beside the name. */
  hints?: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
}

/** A message as it stands in the story: who speaks beside what they say. */
export function LineFrame({ message, tint, className, isLast, children, ...parts }: LineFrameProps) {
  const { id, author, name } = message;
  return (
    <article
      className={cx(s.line, AUTHORS[author], className)}
      id={`message-${id}`}
      data-message={id}
      data-last={isLast || undefined}
      tabIndex={-1}
      aria-labelledby={`name-${id}`}
    >
      {parts.portrait}
      <div className={s.main}>
        <header className={s.head}>
          <div className={s.who}>
            <h2 className={s.name} data-tint={tint} id={`name-${id}`} dir="auto">
              {name}
            </h2>
            {parts.hints}
          </div>
          {parts.tools}
        </header>
        {children}
      </div>
    </article>
  );
}

/** The portrait of who speaks; narrator and player have none. */
export function Face({ message: { author, name, avatar } }: { message: Framed }) {
  if (author !== "actor") return <span className={s.portrait} aria-hidden="true" />;
  return (
    <span className={cx("hideable", s.portrait)}>
      <Avatar src={avatar} name={name} size={56} />
    </span>
  );
}
