import { LinkButton } from "../../../design/Button";
import { paths } from "../../../lib/paths";

/** On phones the start button stays under the thumb while the programme is read; wider screens have it above. */
export function StartBar() {
  return (
    <div className="start-bar">
      <LinkButton tone="gold" size="lg" href={paths.signup}>
        Start story
      </LinkButton>
    </div>
  );
}
