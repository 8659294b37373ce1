import type { ReactNode } from "react";

interface NoticeProps {
  /** A few large signs that set the tone, such as a status code; decorative. */
  sign: ReactNode;
  title: string;
  children: ReactNode;
}

/** A page with one thing to say: a lit sign on a dark stage, the message, and the way on. */
export function Notice({ sign, title, children }: NoticeProps) {
  return (
    <div className="page notice">
      <div className="notice-sign" aria-hidden="true">
        {sign}
      </div>
      <h1 className="page-title notice-title">{title}</h1>
      {children}
    </div>
  );
}
