/** Screens that are still to come, and what each of them says until then. */

export interface ComingSoonText {
  title: string;
  /** What the screen will be for. */
  lead: string;
  /** What can be done now instead. */
  now: string;
  description: string;
}

/** For what nobody has named yet. */
const SOON: ComingSoonText = {
  title: "Coming soon",
  lead: "This part of the site isn’t ready yet. Every scenario can already be played.",
  now: "Choose a scenario and press Start.",
  description: "This part of the site isn’t ready yet. Every scenario can already be read and played.",
};

const PAYMENT: ComingSoonText = {
  title: "No payment was made",
  lead: "Nothing can be bought here yet, so no money has changed hands.",
  now: "Your wallet shows all your shekels.",
  description: "Payments aren’t available yet. Opening this page doesn’t charge you anything.",
};

const TEXTS: Readonly<Record<string, ComingSoonText>> = {
  admin: {
    title: "Coming soon: admin",
    lead: "Admins will manage shekels, hidden scenarios and tags here, and undo changes.",
    now: "Until then, use the command line.",
    description: "The admin screen isn’t ready yet.",
  },
  auth: {
    title: "Nothing to link",
    lead: "Accounts on other services can’t be linked yet.",
    now: "You don’t need it to use Dramatis.",
    description: "Linking an account on another service isn’t possible yet.",
  },
  payment: PAYMENT,
  subscription: PAYMENT,
  "shekel-packages": PAYMENT,
  billing: {
    title: "Plans are coming soon",
    lead: "Nothing is for sale yet. Prices for shekel packages and subscriptions will be shown here before anything can be bought.",
    now: "Reading, searching and your account are free.",
    description:
      "Nothing is for sale yet. Prices for shekel packages and subscriptions will be shown here before anything can be bought.",
  },
  redeem: {
    title: "Keep this gift code",
    lead: "Gift codes can’t be redeemed yet. Opening this page hasn’t used up your code.",
    now: "Keep the link for later. In the meantime, browse the scenarios.",
    description:
      "Gift codes can’t be redeemed yet. Opening the link doesn’t use up the code, so keep it for later.",
  },
  new: {
    title: "Coming soon: a short tour",
    lead: "A short introduction to Dramatis will be here.",
    now: "You can already choose a scenario and start.",
    description: "The introduction isn’t ready yet. Until then, browse the scenarios.",
  },
  "pick-character": {
    title: "Coming soon: pick a character",
    lead: "You’ll pick the character for your first story here.",
    now: "In the meantime, browse the scenarios: each shows its cast and its opening.",
    description: "Picking a character isn’t possible yet. Until then, browse the scenarios and their casts.",
  },
};

/** The text for a path, by its first part. */
export function comingSoonText(path: string): ComingSoonText {
  const part = /^\/([^/?]*)/.exec(path)?.[1] ?? "";
  return TEXTS[part] ?? SOON;
}
