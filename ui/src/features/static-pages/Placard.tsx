import type { ReactNode } from "react";

interface PlacardProps {
  /** A few large signs that set the tone, such as a status code; decorative. */
  sign: ReactNode;
  title: string;
  children: ReactNode;
}

/** A page with one thing to say: a lit sign on a dark stage, the message, and the way on. */
export function Placard({ sign, title, children }: PlacardProps) {
  return (
    <div className="page placard">
      <div className="placard-sign" aria-hidden="true">
        {sign}
      </div>
      <h1 className="page-title placard-title">{title}</h1>
      {children}
    </div>
  );
}
