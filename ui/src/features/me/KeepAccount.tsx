import { Button } from "../../design/Button";
import { FormMessage } from "../../design/forms/FormMessage";
import { useAction } from "../../design/forms/useAction";
import { meApi } from "./api";
import section from "./profile/Section.module.css";
import { useShowMe } from "./useMe";

/** Cancels the deletion. The banner says that it was done. */
export function KeepAccount() {
  const show = useShowMe();
  const keep = useAction(async () => {
    await meApi.cancelDeletion();
    show((now) => ({ ...now, deletionOn: null, deletionWork: null }));
  });
  return (
    <div className={section.save}>
      <Button busy={keep.busy} onClick={() => void keep.run()}>
        Keep my account
      </Button>
      {keep.failure !== null && <FormMessage>{keep.failure}</FormMessage>}
    </div>
  );
}
