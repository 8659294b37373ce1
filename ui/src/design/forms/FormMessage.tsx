import type { ReactNode } from "react";
import { Icon } from "../Icon";
import s from "./FormMessage.module.css";

/** What a form as a whole has to say; read out when it appears. */
export function FormMessage({
  tone = "danger",
  children,
}: {
  tone?: "danger" | "success" | "info";
  children: ReactNode;
}) {
  return (
    <div className={s.message} data-tone={tone} role={tone === "danger" ? "alert" : "status"}>
      <Icon name={tone === "danger" ? "warning" : tone === "success" ? "check" : "info"} />
      <div>{children}</div>
    </div>
  );
}
