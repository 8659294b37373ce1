import { withNumbers } from "./rules";
import s from "./WithNumbers.module.css";

/** A text in which every telephone number can be called. */
export function WithNumbers({ text }: { text: string }) {
  return withNumbers(text).map(({ text: piece, call }) =>
    call === null ? (
      piece
    ) : (
      <a key={piece} className={s.number} href={`tel:${call}`}>
        {piece}
      </a>
    ),
  );
}
