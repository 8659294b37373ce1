import { type Head, pageHead } from "../../../api/page";
import { paths } from "../../../lib/paths";

export function head(): Head {
  return pageHead({
    title: "Edit scenario",
    description: "Write a scenario.",
    canonical: paths.myScenarios,
    robots: "noindex,nofollow",
  });
}
