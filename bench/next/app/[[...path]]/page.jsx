import { readFileSync } from "node:fs";
import { DramatisPage } from "../../generated/page";

export const dynamic = "force-dynamic";

/** The page is chosen when the server starts; the API's answers are in memory, as every peer has them. */
let held;
function page() {
  held ??= JSON.parse(readFileSync(process.env.BENCH_PAGE, "utf8"));
  return held;
}

export function generateMetadata() {
  const { head } = page();
  return {
    title: head.title,
    description: head.description,
    openGraph: { title: head.og.title, description: head.og.description },
  };
}

export default function Page() {
  return <DramatisPage input={JSON.parse(page().input)} />;
}
