import { type Env, setting } from "#server/platform/process/settings.ts";
import { StartError } from "#server/platform/process/start-error.ts";

/** An OpenID Connect provider for signing in. */
export type Provider = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name on the button: "Sign in with NAME". */
  readonly name: string;
};

const variables = {
  issuer: "EVENHAND_OIDC_ISSUER",
  clientId: "EVENHAND_OIDC_CLIENT_ID",
  clientSecret: "EVENHAND_OIDC_CLIENT_SECRET",
  name: "EVENHAND_OIDC_NAME",
} as const;

/**
 * Reads the OpenID Connect provider from the environment.
 *
 * @returns null if none of the variables is set
 * @throws StartError, with one sentence that does not repeat the secret
 */
export function readProvider(env: Env = process.env): Provider | null {
  const given = Object.entries(variables).map(([key, name]) => ({
    key,
    name,
    value: setting(name, env),
  }));
  const missing = given.filter(({ value }) => value === "");
  if (missing.length === given.length) return null;
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(", ");
    throw new StartError(`To sign in by a provider of OpenID Connect set ${names} too (docs/operations.md).`);
  }
  const provider = Object.fromEntries(given.map(({ key, value }) => [key, value])) as Provider;
  if (!isIssuer(provider.issuer)) {
    throw new StartError(
      `${variables.issuer} must be an address with https, such as https://login.example.org, and "${provider.issuer}" is none.`,
    );
  }
  return { ...provider, issuer: provider.issuer.replace(/\/$/, "") };
}

/** Whether a text is the address of an issuer. Without https it must be on this machine, for trials. */
function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.search !== "" || url.hash !== "") return false;
  return (
    url.protocol === "https:" ||
    (url.protocol === "http:" && ["localhost", "127.0.0.1"].includes(url.hostname))
  );
}
