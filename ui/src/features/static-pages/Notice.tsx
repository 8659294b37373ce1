import type { ReactNode } from "react";
import { cx } from "../../lib/classes";
import s from "./Notice.module.css";

interface NoticeProps {
  /** A few large signs that set the tone, such as a status code; decorative. */
  sign: ReactNode;
  title: string;
  children: ReactNode;
}

/** A page with one message: a code, the message, and where to go next. */
export function Notice({ sign, title, children }: NoticeProps) {
  return (
    <div className={cx("page", s.placard)}>
      <div className={s.sign} aria-hidden="true">
        {sign}
      </div>
      <h1 className={cx("page-title", s.title)}>{title}</h1>
      {children}
    </div>
  );
}
