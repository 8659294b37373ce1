import { join } from "node:path";
import { startOpenId } from "./oidc.mjs";
import { type Server, startServer } from "./servers.mjs";

/** The servers the journeys run against, and data they hold; started once for all workers, which read this from the environment. */
export interface TestServers {
  /** The starter catalogue, pages by the binary's own engine. */
  site: string;
  /** The same data and public address, pages by the Node sidecar. */
  sidecar: string;
  /** A synthetic catalogue: explicit pictures, many scripts, very long words. */
  crowd: string;
  /** Folder in which the site leaves its e-mails. */
  outbox: string;
  scenario: string;
  author: string;
  authorname: string;
  /** Slug of a tag that several scenarios have, and the name it is shown by. */
  tag: string;
  tagName: string;
}

/** The label of the button of the other site. */
export const OPENID_NAME = "Elsewhere";

const VARIABLE = "DRAMATIS_E2E_SERVERS";

/** The servers that run. */
export function servers(): TestServers {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error("No servers are running; run the journeys with npm run e2e");
  return JSON.parse(text) as TestServers;
}

/** Synthetic scenarios: three in a hundred are explicit, so enough that some are among the newest hundred. */
const CROWD = 400;

/** Playwright's global set-up; the function it returns stops everything again. */
export default async function startAll(): Promise<() => Promise<void>> {
  const started: Pick<Server, "stop">[] = [];
  const stopAll = async () => {
    const failures: unknown[] = [];
    for (const server of started.reverse()) await server.stop().catch((cause) => failures.push(cause));
    if (failures.length > 0) throw failures[0];
  };
  try {
    const openId = await startOpenId();
    started.push(openId);
    const settings = {
      DRAMATIS_OIDC_ISSUER: openId.issuer,
      DRAMATIS_OIDC_CLIENT_ID: openId.clientId,
      DRAMATIS_OIDC_CLIENT_SECRET: openId.clientSecret,
      DRAMATIS_OIDC_NAME: OPENID_NAME,
      // Journeys send the address of their visitor.
      DRAMATIS_TRUSTED_PROXIES: "127.0.0.1",
      DRAMATIS_BILLING_NOTICE: "Payments by card fail at the moment. We are on it.",
    };
    const site = await startServer({ settings });
    started.push(site);
    const others = await Promise.all([
      startServer({ engine: "node", dataDir: site.dataDir, publicUrl: site.url, settings }),
      startServer({ synthetic: CROWD }),
    ]);
    started.push(...others);
    const { results } = (await (
      await fetch(`${site.url}/api/v1/scenarios/search?q=night&limit=1`)
    ).json()) as {
      results: {
        id: string;
        author: string;
        authorname: string;
        tagData: { displayName: string; properties: { slug: string } }[];
      }[];
    };
    const found = results[0];
    const tag = found?.tagData[0];
    if (found === undefined || tag === undefined) throw new Error("The starter catalogue holds no night");
    const [sidecar, crowd] = others;
    const running: TestServers = {
      site: site.url,
      sidecar: sidecar.url,
      crowd: crowd.url,
      outbox: join(site.dataDir, "outbox"),
      scenario: found.id,
      author: found.author,
      authorname: found.authorname,
      tag: tag.properties.slug,
      tagName: tag.displayName,
    };
    process.env[VARIABLE] = JSON.stringify(running);
  } catch (cause) {
    await stopAll();
    throw cause;
  }
  return stopAll;
}
