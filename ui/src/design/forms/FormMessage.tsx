import type { ReactNode } from "react";
import { Icon } from "../Icon";

/** What a form as a whole has to say; read out when it appears. */
export function FormMessage({
  tone = "danger",
  children,
}: {
  tone?: "danger" | "success" | "info";
  children: ReactNode;
}) {
  return (
    <div className={`form-message form-message-${tone}`} role={tone === "danger" ? "alert" : "status"}>
      <Icon name={tone === "danger" ? "warning" : tone === "success" ? "check" : "info"} />
      <div>{children}</div>
    </div>
  );
}
