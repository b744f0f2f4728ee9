import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../../scripts/lib/port.mjs";

type Person = { readonly email?: string; readonly email_verified?: boolean };

/** The server's settings for the provider. */
type Settings = Record<"ISSUER" | "CLIENT_ID" | "CLIENT_SECRET" | "NAME", string>;

/** Starts a provider with `origin` as its client, and people by subject. */
export async function startProvider(origin: string, people: Readonly<Record<string, Person>>) {
  const port = await freePort();
  const args = [String(port), `${origin}/api/auth/callback/oidc`, JSON.stringify(people)];
  const child = spawn(process.execPath, ["tests/setup/oidc-provider.mjs", ...args], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  const settings: Settings = {
    ISSUER: `http://127.0.0.1:${port}`,
    CLIENT_ID: "evenhand",
    CLIENT_SECRET: "only for tests",
    NAME: "Campus",
  };
  return {
    issuer: settings.ISSUER,
    env: Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [`EVENHAND_OIDC_${name}`, value]),
    ),
    visit: (address: string, subject: string) => visit(address, subject),
    stop: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

/** Signs a subject in at the provider over HTTP. @returns the address of the redirect back */
async function visit(address: string, subject: string): Promise<string> {
  const jar = new Map<string, string>();
  let next = new URL(address);
  const { origin } = next;
  let form: string | undefined;
  for (let step = 0; step < 10 && next.origin === origin; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent =
      form === undefined
        ? {}
        : { method: "POST", body: new URLSearchParams({ prompt: "login", login: subject, password: "x" }) };
    const answer = await fetch(next, { ...sent, headers: { cookie }, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const location = answer.headers.get("location");
    form = undefined;
    if (location !== null) next = new URL(location, next);
    else form = await answer.text();
    if (form !== undefined && step === 9) throw new Error(form);
  }
  return next.href;
}
