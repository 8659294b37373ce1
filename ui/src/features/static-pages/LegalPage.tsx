import type { Head } from "../../api/page";
import { paths } from "../../lib/paths";
import { legal } from "./content/legal";
import { DocumentPage, documentHead } from "./DocumentPage";

export function head(): Head {
  return documentHead(legal, "Terms of use and house rules in plain words", paths.legal);
}

export default function LegalPage() {
  return <DocumentPage document={legal} />;
}
