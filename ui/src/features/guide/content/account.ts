import type { GuideSection } from "../model";

export const account: GuideSection = {
  id: "account",
  title: "Accounts, streaks and shekels",
  promise: "What an account adds, what things cost, and how to pay nothing.",
  topics: [
    {
      id: "guest-or-account",
      title: "Visitor, guest or account",
      summary:
        "Reading needs nothing. Guests may play on the device they started with. An account keeps stories, personas and shekels wherever you sign in.",
      blocks: [
        {
          kind: "terms",
          rows: [
            { term: "Visitor", meaning: "Reads, searches and shares." },
            {
              term: "Guest",
              meaning:
                "Starts a story without signing up, for a number of replies that is shown. It stays on the device until the guest session ends, or goes into an account.",
            },
            {
              term: "Account",
              meaning: "Keeps your stories, personas, loves, library and balance, on every device.",
            },
          ],
        },
        {
          kind: "text",
          text: "An account needs an e-mail address, or a sign-in provider that this site offers. The name other people see is one that you choose yourself.",
        },
      ],
    },
    {
      id: "shekels",
      title: "Shekels: what they are and what they buy",
      summary:
        "Shekels are the currency of the house. You see the price before you send, you pay only for what was written, and they cannot be turned back into money.",
      arrives: "accounts",
      blocks: [
        {
          kind: "text",
          text: "Voicing a character takes computing time, and that is what shekels pay for. Before you send a message you see what it will cost. If a reply fails, you are not charged.",
        },
        { kind: "heading", text: "Where they come from" },
        {
          kind: "list",
          items: [
            "Daily visits: see [streaks](/guide?section=account&topic=streaks).",
            "Gift codes, which you redeem from the link you were sent.",
            "Inviting a friend with your referral code. It is valid for thirty days after they followed your link.",
            "Linking your account on the community service.",
            "Packages and subscriptions, if you would rather pay.",
          ],
        },
        {
          kind: "text",
          text: "Large balances are shortened in the bar: 12.5K is twelve thousand five hundred. The exact number and every movement are in your account.",
        },
      ],
    },
    {
      id: "streaks",
      title: "Daily streaks",
      summary:
        "Come back on consecutive days and each visit brings a reward that grows for six days. It is a thank-you, not homework: one visit a day is all that counts.",
      arrives: "accounts",
      blocks: [
        {
          kind: "text",
          text: "A day is a day in your own time zone. The first visit of the day earns the reward, and a short banner says how much it was. The reward grows until the sixth day and stays there for as long as you keep coming.",
        },
        {
          kind: "text",
          text: "Two rewards are always at least twenty hours apart, so travelling across time zones neither doubles nor cheats you. Miss a day and the count begins again at one. Your longest streak is remembered.",
        },
      ],
    },
    {
      id: "library",
      title: "Library and folders",
      summary:
        "Stories pile up. Folders keep them apart: by mood, by friend, by half-finished. Moving a story never changes a word of it.",
      blocks: [
        {
          kind: "text",
          text: "[Your stories](/stories) are listed with the most recent message first, and you can change the order, pin some to the top and search in every line. Folders can hold folders: drag a story there, or choose “Move to…” from its menu. Deleting a folder leaves the stories in it alone; they move one level up.",
        },
        {
          kind: "text",
          text: "What you throw away waits in the trash for thirty days. A story can be taken along as a file, to read or to play elsewhere, and brought in again.",
        },
      ],
    },
  ],
};
