import { first, usePage } from "../../api/page";
import { useSession } from "../../api/session";
import { LinkButton } from "../../design/Button";
import { EmptyState, ErrorState } from "../../design/EmptyStates";
import { paths } from "../../lib/paths";
import { Editor } from "./editor/Editor";
import { EditorSkeleton } from "./editor/EditorSkeleton";
import { useOpenDraft } from "./editor/useOpenDraft";
import { placeOf } from "./model/parts";

export { head } from "./editor/head";

/**
 * The new draft has an id: the address names it, so that a reload opens it. Not a navigation: it would take
 * the focus away from the field that is being written in.
 */
function nameInAddress(id: string): void {
  if (location.pathname !== paths.newDraft) return;
  history.replaceState(history.state, "", paths.draft(id) + location.search);
}

/** The editor of one scenario. */
export default function EditorPage() {
  const page = usePage();
  const { viewer } = useSession();
  const opened = useOpenDraft(viewer?.userID ?? null, page.params.draftID ?? "", nameInAddress);
  switch (opened.state) {
    case "loading":
      return <EditorSkeleton />;
    case "failed":
      return opened.error.status === 404 ? (
        <EmptyState
          title="No such scenario"
          icon="feather"
          action={<LinkButton href={paths.myScenarios}>My scenarios</LinkButton>}
        >
          It was deleted, or it belongs to somebody else.
        </EmptyState>
      ) : (
        <ErrorState title="Couldn’t open the scenario" onRetry={opened.retry}>
          {`${opened.error.message} Nothing is lost.`}
        </ErrorState>
      );
    case "open":
      return (
        <Editor
          session={opened.session}
          restored={opened.restored}
          place={placeOf(first(page, "part"), first(page, "item"))}
        />
      );
  }
}
