import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { each } from "./door.ts";
import type { Stage } from "./stage.ts";
import type { Tally } from "./tally.ts";

const known = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/%2e//evil.example",
  "/%2e%2e//evil.example",
  "/a/..//evil.example",
  "/a/%2e%2e//evil.example",
  "/./\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/%09/evil.example",
  "/%2f/evil.example",
  "/%5cevil.example",
  "https://evil.example",
  "https:evil.example",
  "http:/\\evil.example",
  "//evil.example@localhost",
  "//localhost@evil.example",
  "/@evil.example",
  "javascript:alert(1)",
  "/sign-in?next=//evil.example",
  "data:text/html,evil",
  " //evil.example",
  "/ /evil.example",
  "//evil%E3%80%82example",
  "//evil。example",
  "/;//evil.example",
  "/?//evil.example",
  "/#//evil.example",
];
const pieces = [
  ..."/\\.?#@:;\t\n\r ",
  "//",
  "..",
  "/.",
  "/..",
  "%2e",
  "%2f",
  "%5c",
  "%09",
  "%00",
  "evil.example",
  "http:",
  "https://",
  "javascript:",
  "studies",
  "localhost",
  "。",
  "／",
  "\u202e",
];

/** The known tricks and made-up ones; the same for the same count. */
function paths(count: number): string[] {
  const generator = xoroshiro128plus(20_261_122);
  const madeUp = Array.from({ length: count }, () => {
    const length = uniformInt(generator, 1, 7);
    const parts = Array.from({ length }, () => pieces[uniformInt(generator, 0, pieces.length - 1)]);
    return `${uniformInt(generator, 0, 3) === 0 ? "" : "/"}${parts.join("")}evil.example`;
  });
  return [...known, ...madeUp];
}

/** Where signing in leads, as a browser reads it: with a session by the answer, without one by what the page holds. */
export async function returnPaths({ door, cookies }: Stage, tally: Tally, count: number) {
  await each(paths(count), async (path) => {
    const address = `/sign-in?next=${encodeURIComponent(path)}`;
    const signedIn = await door.ask(address, { cookie: cookies.operator });
    for (const to of leadsTo(signedIn.headers.location, signedIn.text)) staysHere(`signed in, ${path}`, to);
    tally.check(`signed in, ${path} is led on`, signedIn.status === 307, signedIn.status);
    const { text, status } = await door.ask(address);
    const next = /\\"next\\":(\\".*?\\")[,}]/.exec(text)?.[1];
    tally.check(`${path} gets the page`, status === 200 && next !== undefined, status);
    if (next !== undefined) staysHere(`signing in, ${path}`, JSON.parse(JSON.parse(`"${next}"`)));
  });

  const twice = await door.ask("/sign-in?next=//evil.example&next=/studies", { cookie: cookies.operator });
  for (const to of leadsTo(twice.headers.location, twice.text)) staysHere("a path given twice", to);

  function staysHere(what: string, to: string) {
    const url = new URL(to, `${door.origin}/sign-in`);
    tally.check(`${what} leads to ${to}`, url.origin === door.origin, url.href);
  }
}

/** Paths asked for as they are: neither the server nor the door to signing in leads elsewhere. */
export async function askedPaths({ door }: Stage, tally: Tally, count: number) {
  const askable = paths(count)
    .map((path) => path.replace(/[^\x21-\x7e]/g, encodeURIComponent).replace(/#/g, "%23"))
    .filter((path) => path.startsWith("/"));
  await each([...askable, ...askable.map((path) => `/studies${path}`)], async (path) => {
    const { status, headers, text } = await door.ask(path);
    for (const to of leadsTo(headers.location, text)) {
      const url = new URL(to, door.origin);
      const next = url.searchParams.get("next");
      const after = next === null ? url : new URL(next, door.origin);
      tally.check(
        `${path} leads to ${to}`,
        url.origin === door.origin && after.origin === door.origin,
        after.href,
      );
    }
    tally.check(`${path} is answered`, status < 500, status);
  });
}

/** next-auth takes an address to go to afterwards. */
export async function callbackAddresses({ door, cookies }: Stage, tally: Tally, count: number) {
  await each(paths(count), async (callbackUrl) => {
    const csrf = await door.ask("/api/auth/csrf");
    const cookie = (csrf.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
    const { csrfToken } = JSON.parse(csrf.text) as { csrfToken: string };
    const body = JSON.stringify({
      csrfToken,
      callbackUrl,
      email: "nobody@example.org",
      password: "x",
      json: "true",
    });
    for (const path of [
      "/api/auth/signout",
      `/api/auth/signout?callbackUrl=${encodeURIComponent(callbackUrl)}`,
    ]) {
      const { status, text, headers } = await door.post(path, body, cookie);
      const to =
        status === 200 ? ((JSON.parse(text) as { url?: string }).url ?? "/") : (headers.location ?? "/");
      tally.check(`${path} with ${callbackUrl}`, status < 500, status);
      tally.check(
        `${path} with ${callbackUrl} leads to ${to}`,
        new URL(to, door.origin).origin === door.origin,
        to,
      );
      const set = (headers["set-cookie"] ?? []).join("\n");
      tally.check(`${path} keeps ${callbackUrl}`, !/callback-url=(?!http%3A%2F%2Flocalhost)/.test(set), set);
    }
  });
  tally.check(
    "the session of a bystander lives",
    (await door.query("accounts.sessions", {}, cookies.operator)).status === 200,
  );
}

function leadsTo(location: string | undefined, text: string): string[] {
  const refresh = /http-equiv="refresh" content="\d+;\s*url=([^"]*)"/i.exec(text)?.[1];
  return [location, refresh?.replaceAll("&amp;", "&")].filter((to) => to !== undefined);
}
