import type { ReactNode } from "react";
import { Icon } from "../../design/Icon";
import type { IconName } from "../../design/icons";
import s from "./Story.module.css";

/** A short text in a row of facts. */
export function Fact({ icon, children }: { icon?: IconName; children: ReactNode }) {
  return (
    <span className={s.fact}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </span>
  );
}
