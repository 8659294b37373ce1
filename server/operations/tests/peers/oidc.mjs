// A real OpenID Connect provider on a free port, printed as the first line. Usage: node oidc.mjs REDIRECT_URI
//
// It signs in whoever `login_hint` names, without asking: "ann" has the verified address ann@example.org, "ann!" the same
// address without the provider vouching for it.
import { createServer } from "node:http";
import Provider from "oidc-provider";

const server = createServer();
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [{ client_id: "dramatis", client_secret: "a shared secret", redirect_uris: [process.argv[2]], token_endpoint_auth_method: "client_secret_basic" }],
  claims: { openid: ["sub"], email: ["email", "email_verified"] },
  cookies: { keys: ["for tests only"] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  pkce: { required: () => true },
  ttl: { AuthorizationCode: 60 },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id.replace("!", "").split("+")[0]}@example.org`, email_verified: !id.includes("!") }),
  }),
  loadExistingGrant: async (ctx) => {
    const grant = new ctx.oidc.provider.Grant({ clientId: ctx.oidc.client.clientId, accountId: ctx.oidc.session.accountId });
    grant.addOIDCScope("openid email");
    await grant.save();
    return grant;
  },
});

const callback = provider.callback();
server.on("request", async (request, response) => {
  if (!request.url.startsWith("/interaction/")) return callback(request, response);
  const { params } = await provider.interactionDetails(request, response);
  await provider.interactionFinished(request, response, { login: { accountId: params.login_hint } });
});
process.stdin.resume().on("end", () => process.exit(0));
console.log(issuer);
