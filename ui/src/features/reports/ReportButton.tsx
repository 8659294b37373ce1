import { Suspense, useState } from "react";
import { Button, IconButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { lazyDialog } from "../../design/lazyDialog";
import type { Reportable } from "./reasons";

/** The form itself, for callers that open it from a menu of their own. */
export const ReportDialog = lazyDialog(() => import("./ReportDialog"));

interface ReportButtonProps {
  things: readonly [Reportable, ...Reportable[]];
  /** For a screen reader, where several stand on one page. */
  label?: string;
  /** A flag without a word, where there is little space; it needs a label. */
  small?: boolean;
}

/** Opens the form by which something is reported. The form comes when it is asked for. */
export function ReportButton({ things, label = "Report", small = false }: ReportButtonProps) {
  const [open, setOpen] = useState(false);
  const ask = () => setOpen(true);
  return (
    <>
      {small ? (
        <IconButton label={label} onClick={ask}>
          <Icon name="flag" />
        </IconButton>
      ) : (
        <Button tone="quiet" onClick={ask}>
          <Icon name="flag" />
          Report
        </Button>
      )}
      {open && (
        <Suspense>
          <ReportDialog things={things} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
