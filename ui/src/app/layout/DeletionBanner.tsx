import { useRef } from "react";
import type { Me } from "../../api/person";
import { IconButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import { KeepAccount } from "../../features/me/KeepAccount";
import { longDate } from "../../lib/dates";
import { useFocusAfter } from "../../lib/useFocusAfter";
import s from "./DeletionNotice.module.css";

interface DeletionBannerProps {
  me: Pick<Me, "deletionOn">;
  /** Removes the words that say that the account is kept. */
  onClose: () => void;
}

/** Says on every page when the account will be deleted, and cancels that; afterwards it says that the account is kept. */
export default function DeletionBanner({ me: { deletionOn }, onClose }: DeletionBannerProps) {
  const close = useRef<HTMLSpanElement>(null);
  useFocusAfter(deletionOn !== null, () => close.current?.querySelector("button"));
  return (
    <>
      <p role="status">
        {deletionOn === null ? (
          "Your account is kept. Nothing will be deleted."
        ) : (
          <>
            Your account will be deleted on <strong>{longDate(deletionOn)}</strong>.
          </>
        )}
      </p>
      {deletionOn === null ? (
        <span ref={close}>
          <IconButton label="Close" onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        </span>
      ) : (
        <div className={s.keep}>
          <KeepAccount />
        </div>
      )}
    </>
  );
}
