// A real OpenID Connect provider in a separate process: node oidc-provider.mjs PORT REDIRECT_URI PEOPLE
// PEOPLE is JSON with the claims of each subject. A browser that submits a subject in its form is signed in as that person.
import Provider from "oidc-provider";

const [port, redirectUri, people] = process.argv.slice(2);
const claimsOf = JSON.parse(people);

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: "evenhand",
      client_secret: "only for tests",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code"],
      response_types: ["code"],
    },
  ],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  pkce: { required: () => true },
  cookies: { keys: ["only for tests"] },
  findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...claimsOf[sub] }) }),
  // Consent is not requested a second time.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope("openid email profile");
    await grant.save();
    return grant;
  },
});

provider.listen(Number(port), "127.0.0.1", () => process.stdout.write("up\n"));
