import { type ComponentProps, type ReactNode, useState } from "react";
import { Icon } from "../../../design/Icon";
import type { IconName } from "../../../design/icons";
import { cx } from "../../../lib/classes";
import s from "./DropField.module.css";

type DropFieldProps = Omit<ComponentProps<"input">, "type" | "className" | "children" | "onDrop"> & {
  id: string;
  icon: IconName;
  /** What can be chosen, or what was. */
  children: ReactNode;
  onDrop: (dropped: DataTransfer) => void;
};

/** A field for files, which can also be dropped on it. */
export function DropField({ id, icon, children, onDrop, ...input }: DropFieldProps) {
  const [over, setOver] = useState(false);
  return (
    <label
      className={cx(s.field, over && s.over)}
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(input.disabled !== true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (input.disabled !== true) onDrop(event.dataTransfer);
      }}
    >
      <Icon name={icon} />
      <span className={s.words}>{children}</span>
      <input {...input} id={id} type="file" />
    </label>
  );
}
