import type { Me } from "../../../api/person";
import { Button } from "../../../design/Button";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { saveFile } from "../../../design/saveFile";
import { paths } from "../../../lib/paths";
import { meApi } from "../api";
import { Deletion } from "./Deletion";
import { Section } from "./Section";
import section from "./Section.module.css";

async function download(): Promise<void> {
  const response = await meApi.exportData();
  saveFile(await response.blob(), "dramatis-export.zip");
}

/** Taking one's data along, and leaving. */
export function YourData({ me }: { me: Me }) {
  return (
    <>
      <Export />
      <Deletion me={me} />
    </>
  );
}

function Export() {
  const exported = useAction(download);
  return (
    <Section
      title="Download your data"
      lead={
        <>
          Your account, stories, scenarios, drafts, personas, loves, ratings, follows and wallet history, as a
          zip of plain files. To take scenarios to another site as character cards, export them in{" "}
          <a className="text-link" href={paths.myScenarios}>
            My scenarios
          </a>
          .
        </>
      }
    >
      {exported.failure !== null && <FormMessage>{exported.failure}</FormMessage>}
      <div className={section.save}>
        <Button busy={exported.busy} onClick={() => void exported.run()}>
          {exported.busy ? "Preparing…" : "Download my data"}
        </Button>
        <span role="status" className={section.saved}>
          {exported.done ? "Downloaded." : ""}
        </span>
      </div>
    </Section>
  );
}
