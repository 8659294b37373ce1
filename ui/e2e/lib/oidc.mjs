import { once } from "node:events";
import { createServer } from "node:http";
import Provider from "oidc-provider";

/**
 * A real OpenID provider of another site, in this process: its own sign-in form takes any name and answers with a
 * confirmed address of that name. It does not care where it sends people back to, so that it can start before the site.
 *
 * @typedef {object} OpenId
 * @property {string} issuer
 * @property {string} clientId
 * @property {string} clientSecret
 * @property {() => Promise<void>} stop
 */

const CLIENT = { id: "dramatis-e2e", secret: "not-a-secret-outside-of-this-test-run" };

/**
 * @param {(login: string) => boolean} verified Whether the provider vouches for the address of that name.
 * @returns {Promise<OpenId>}
 */
export async function startOpenId(verified = (login) => !login.startsWith("unsure")) {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  const issuer = `http://127.0.0.1:${address.port}`;

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ["http://127.0.0.1/__/auth/handler"],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["one key for one run"] },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({
        sub,
        name: sub,
        email: `${sub}@elsewhere.example`,
        email_verified: verified(sub),
      }),
    }),
  });
  provider.Client.prototype.redirectUriAllowed = (uri) => new URL(uri).pathname === "/__/auth/handler";
  server.on("request", provider.callback());

  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, stop };
}
