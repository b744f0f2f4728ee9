import type { App } from "#server/platform/app/app.ts";
import { send } from "#tests/http/routes.ts";

/** A cookie as the server set it: its name, and its attributes in lower case. */
export type SetCookie = {
  readonly name: string;
  readonly value: string;
  readonly attributes: readonly string[];
};

/** A browser reduced to its cookie jar, at an address of the server. */
export function openBrowser(app: App, origin: string) {
  const jar = new Map<string, string>();
  const { host } = new URL(origin);

  async function ask(path: string, init: RequestInit = {}) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = new Headers({ host, origin, ...(cookie !== "" && { cookie }) });
    new Headers(init.headers).forEach((value, name) => {
      headers.set(name, value);
    });
    const answer = await send(app, new Request(`${origin}${path}`, { ...init, headers }));
    const cookies = answer.headers.getSetCookie().map(cookieIn);
    for (const { name, value } of cookies) jar.set(name, value);
    return { status: answer.status, headers: answer.headers, text: await answer.text(), cookies };
  }

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  async function csrfToken(): Promise<string> {
    return JSON.parse((await ask("/api/auth/csrf")).text).csrfToken;
  }

  return {
    jar,
    ask,
    post,
    csrfToken,
    signIn: async (email: string, password: string, headers: Record<string, string> = {}) => {
      const body = { csrfToken: await csrfToken(), email, password, json: "true" };
      return post("/api/auth/callback/credentials", body, headers);
    },
    signOut: async () => post("/api/auth/signout", { csrfToken: await csrfToken(), json: "true" }),
    /** Returns the sessions call, which shows which account the server recognises in this browser. */
    sessions: () => ask(`/api/trpc/accounts.sessions?input=${encodeURIComponent("{}")}`),
  };
}

export function cookieIn(line: string): SetCookie {
  const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
  const at = pair.indexOf("=");
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    attributes: attributes.map((attribute) => attribute.toLowerCase()),
  };
}
