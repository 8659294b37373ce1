import { usePage } from "../../api/page";
import { setPref } from "../../api/prefs";
import { IconButton } from "../../design/Button";
import { Icon } from "../../design/Icon";

/** Spec 2.4: the billing warning; dismissing it is remembered for 30 days. */
export function BillingNotice() {
  const { prefs } = usePage();
  if (prefs.hideSubscriptionWarning) return null;
  return (
    <aside className="strip" aria-label="Billing notice">
      <Icon name="warning" />
      <p>
        <strong>Billing is closed for now.</strong> Nothing on this site takes a payment yet. If a page or a
        message in our name asks you for money, do not pay it.
      </p>
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
