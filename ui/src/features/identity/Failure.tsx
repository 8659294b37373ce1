import type { FailedRequest } from "../../api/errors";
import { FormMessage } from "../../design/forms/FormMessage";
import { failureText } from "./failures";

/** What went wrong with a form as a whole. */
export function Failure({ failure }: { failure: FailedRequest | null }) {
  return failure === null ? null : <FormMessage>{failureText(failure)}</FormMessage>;
}
