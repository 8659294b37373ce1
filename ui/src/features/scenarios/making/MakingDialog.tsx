import { useApi } from "../../../api/query";
import { Dialog } from "../../../design/Dialog";
import { EmptyState, ErrorState } from "../../../design/EmptyStates";
import { Skeleton } from "../../../design/Skeleton";
import { makingUri } from "../api";
import s from "./MakingDialog.module.css";
import { MakingParts } from "./MakingParts";

interface MakingDialogProps {
  /** The scenario. */
  id: string;
  onClose: () => void;
}

/** What a scenario tells the model, if its author shows it. Each text shows after another tap: it may give the story away. */
export default function MakingDialog({ id, onClose }: MakingDialogProps) {
  return (
    <Dialog id="making" title="How it is made" open full onClose={onClose}>
      <Making id={id} />
    </Dialog>
  );
}

function Making({ id }: { id: string }) {
  const making = useApi(makingUri(id));
  switch (making.state) {
    case "loading":
      return <Skeleton className={s.waiting} />;
    case "failed":
      return making.error.status === 403 ? (
        <EmptyState title="The author keeps this closed" icon="lock">
          What the model is told about this scenario is not open to readers.
        </EmptyState>
      ) : (
        <ErrorState title="Couldn’t load how it is made" onRetry={making.retry}>
          {making.error.message}
        </ErrorState>
      );
    case "ready":
      return <MakingParts making={making.data} />;
  }
}
