import type { ReactNode } from "react";
import { IconButton } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import s from "./ItemList.module.css";

interface ItemToolsProps {
  /** What it is, by name: "Imre". */
  name: string;
  at: number;
  count: number;
  onMove: (by: number) => void;
  onRemove: () => void;
  /** What else can be done with it. */
  more?: ReactNode;
}

/** Up, down and away, for one item of a list. */
export function ItemTools({ name, at, count, onMove, onRemove, more }: ItemToolsProps) {
  return (
    <span className={s.tools}>
      <IconButton label={`Move ${name} up`} aria-disabled={at === 0 || undefined} onClick={() => onMove(-1)}>
        <Icon name="up" />
      </IconButton>
      <IconButton
        label={`Move ${name} down`}
        aria-disabled={at === count - 1 || undefined}
        onClick={() => onMove(1)}
      >
        <Icon name="down" />
      </IconButton>
      <IconButton label={`Remove ${name}`} onClick={onRemove}>
        <Icon name="trash" />
      </IconButton>
      {more}
    </span>
  );
}
