import { Button } from "../../design/Button";
import { useAction } from "../../design/forms/useAction";
import { meApi } from "./api";
import { useShowMe } from "./useMe";

/** Cancels the deletion. The banner says that it was done. */
export function KeepAccount() {
  const show = useShowMe();
  const keep = useAction(async () => {
    await meApi.cancelDeletion();
    show((now) => ({ ...now, deletionOn: null, deletionWork: null }));
  });
  return (
    <>
      <Button busy={keep.busy} onClick={() => void keep.run()}>
        Keep my account
      </Button>
      {keep.failure !== null && <span role="alert">{keep.failure}</span>}
    </>
  );
}
