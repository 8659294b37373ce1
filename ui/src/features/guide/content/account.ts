import type { GuideSection } from "../model";

export const account: GuideSection = {
  id: "account",
  title: "Accounts and shekels",
  promise: "What an account adds, and what replies cost.",
  topics: [
    {
      id: "guest-or-account",
      title: "Visitor, guest or account",
      summary:
        "You can read without an account and play as a guest on one device. An account keeps your stories, personas and shekels wherever you sign in.",
      blocks: [
        {
          kind: "terms",
          rows: [
            { term: "Visitor", meaning: "Reads, searches and shares." },
            {
              term: "Guest",
              meaning:
                "Plays without signing up, for a limited number of messages where an AI model writes. The story stays on the device; sign up to keep it.",
            },
            {
              term: "Account",
              meaning: "Keeps your stories, personas, loves, library and balance, on every device.",
            },
          ],
        },
        {
          kind: "text",
          text: "For an account you need an email address, or an account with another service this site supports. You choose the name other people see.",
        },
      ],
    },
    {
      id: "shekels",
      title: "Shekels: what they are and what they buy",
      summary:
        "Shekels pay for replies. Some messages are free every day, you see the price of the others before you send, and failed replies cost nothing.",
      blocks: [
        {
          kind: "text",
          text: "AI models cost money to run, and that’s what shekels pay for. With an account you have a number of free messages every day. After that each reply costs shekels, and you see how many before you send. If a reply fails, you aren’t charged.",
        },
        {
          kind: "text",
          text: "New accounts start with some shekels. They can’t be bought, given away or turned into money. Your [wallet](/wallet) shows your exact balance and everything you’ve earned and spent.",
        },
      ],
    },
    {
      id: "library",
      title: "Stories and folders",
      summary:
        "Stories pile up. Sort them into folders, pin your favourites, search every message, and export what you want to keep elsewhere.",
      blocks: [
        {
          kind: "text",
          text: "[Your stories](/stories) show the most recently active first. You can change the order, pin stories to the top and search every message. Folders can contain folders: drag a story there, or choose “Move to…” in its menu. If you delete a folder, the stories in it move up one level.",
        },
        {
          kind: "text",
          text: "Deleted stories stay in the trash for 30 days. You can export a story as a file, to read it or play it elsewhere, and import it again.",
        },
      ],
    },
  ],
};
