import s from "./AlertDialog.module.css";
import { closeAlert, useAlert } from "./alert";
import { Button } from "./Button";
import { Dialog } from "./Dialog";

/** The one global alert; the shell renders it once. */
export function AlertDialog() {
  const alert = useAlert();
  if (alert === null) return null;
  return (
    <Dialog
      id="alert"
      title={alert.title}
      open
      onClose={closeAlert}
      actions={alert.buttons.map((button) => (
        <Button
          key={button.text}
          tone={button.tone ?? "plain"}
          onClick={() => {
            closeAlert();
            button.onPress?.();
          }}
        >
          {button.text}
        </Button>
      ))}
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: TrustedMarkup is constant text of our own source. */}
      <div className={s.text} dangerouslySetInnerHTML={{ __html: alert.html }} />
    </Dialog>
  );
}
