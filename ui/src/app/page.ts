/**
 * The contract between the shell and a page. It lives in `api/page.ts`, below the features that use it
 * (features never import `app`): write `import { type PageContext, pageHead, usePage } from "../../api/page"`.
 */
export type { Head, HeadInput, PageContext, PageModule, Prefs } from "../api/page";
