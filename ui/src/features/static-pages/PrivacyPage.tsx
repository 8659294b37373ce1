import type { Head } from "../../api/page";
import { paths } from "../../lib/paths";
import { privacy } from "./content/privacy";
import { DocumentPage, documentHead } from "./DocumentPage";

export function head(): Head {
  return documentHead(privacy, "Privacy policy: what is stored, and why", paths.privacy);
}

export default function PrivacyPage() {
  return <DocumentPage document={privacy} />;
}
