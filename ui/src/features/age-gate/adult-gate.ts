import { setAdult } from "../../api/prefs";
import { currentSession, setMe } from "../../api/session";
import { markup, openAlert } from "../../design/alert";
import { confirmAdult } from "./api";

/**
 * A signed-in person's answer goes with their account (spec 2.6), and a failure only logs. It shows once the account has
 * it: the server gives explicit pictures as they are only then.
 */
function rememberForAccount(): void {
  if (currentSession().state !== "signedIn") return;
  confirmAdult(false)
    .then(setMe)
    .catch((cause: unknown) => console.warn("The 18+ answer could not be saved to the account", cause));
}

/** Spec 2.6: the 18+ warning. Confirming remembers the answer and then goes on. */
export function askForAdult(onConfirm: () => void): void {
  openAlert({
    title: "Adults only",
    html: markup`<p>Its picture is explicit, so it stays blurred until you choose to see it.</p>
      <p><strong>Are you 18 or older, and do you want to see adult content?</strong> We’ll remember your answer in this browser.</p>`,
    buttons: [
      { text: "Not now" },
      {
        text: "I’m 18 or older",
        tone: "accent",
        onPress: () => {
          setAdult(true);
          rememberForAccount();
          onConfirm();
        },
      },
    ],
  });
}
