import { setPref } from "../../api/prefs";
import { markup, openAlert } from "../../design/alert";

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
          setPref("showNSFW", "true");
          onConfirm();
        },
      },
    ],
  });
}
