import { Suspense, useState } from "react";
import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { lazyDialog } from "../../../design/lazyDialog";

const MakingDialog = lazyDialog(() => import("../making/MakingDialog"));

/** Opens what an open scenario tells the model. It comes when it is asked for. */
export function HowItIsMade({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button tone="quiet" onClick={() => setOpen(true)}>
        <Icon name="inspect" />
        How it is made
      </Button>
      {open && (
        <Suspense>
          <MakingDialog id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
