import { usePage } from "../../api/page";
import { setPref } from "../../api/prefs";
import { IconButton } from "../../design/Button";
import { Icon } from "../../design/Icon";
import strip from "../../design/Strip.module.css";

/** Spec 2.4: the billing warning, while the operator has one to give; dismissing it is remembered for 30 days. */
export function BillingNotice({ text }: { text: string | null }) {
  const { prefs } = usePage();
  if (text === null || prefs.hideSubscriptionWarning) return null;
  return (
    <aside className={strip.strip} aria-label="Billing notice">
      <Icon name="warning" />
      <p dir="auto">{text}</p>
      <IconButton
        label="Dismiss the billing notice"
        className="needs-script"
        onClick={() => setPref("hideSubscriptionWarning", "true")}
      >
        <Icon name="close" />
      </IconButton>
    </aside>
  );
}
