import { send } from "../../api/client";
import { setAdult } from "../../api/prefs";
import { currentSession, type Me, setMe } from "../../api/session";
import { markup, openAlert } from "../../design/alert";

/**
 * A signed-in person's answer goes with their account (spec 2.6), and a failure only logs. It shows once the account has
 * it: the server gives explicit pictures as they are only then.
 */
function rememberForAccount(): void {
  if (currentSession().state !== "signedIn") return;
  send<Me>("/users/me", { method: "PATCH", body: { showNSFW: true } })
    .then(setMe)
    .catch((cause: unknown) => console.warn("The 18+ answer could not be saved to the account", cause));
}

/** Spec 2.6: the 18+ warning. Confirming remembers the answer and then goes on. */
export function askForAdult(onConfirm: () => void): void {
  openAlert({
    title: "This one is for adults",
    html: markup`<p>Its picture was judged explicit, so it stays behind the curtain until you say so.</p>
      <p><strong>Are you 18 or older, and happy to see adult content?</strong> We remember the answer in this browser.</p>`,
    buttons: [
      { text: "Not now" },
      {
        text: "I am 18 or older",
        tone: "gold",
        onPress: () => {
          setAdult(true);
          rememberForAccount();
          onConfirm();
        },
      },
    ],
  });
}
