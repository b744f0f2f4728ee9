import { whoMayFetch } from "#tests/http/who-may.ts";
import { pagePatterns } from "#tests/pages/addresses.ts";
import { type Door, each, tellsOfInside } from "./requests.ts";
import type { Stage } from "./stage.ts";
import type { Tally } from "./tally.ts";

const strangePaths = [
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

/** Requests strange paths: neither the server nor the way to the sign-in page may lead to another site. */
export async function askedPaths({ door, cookies }: Stage, tally: Tally) {
  const askable = strangePaths
    .map((path) => path.replace(/[^\x21-\x7e]/g, encodeURIComponent).replace(/#/g, "%23"))
    .filter((path) => path.startsWith("/"));
  await each([...askable, ...askable.map((path) => `/studies${path}`)], async (path) => {
    const { status, headers, text } = await door.ask(path);
    for (const to of leadsTo(headers.location, text)) {
      tally.check(`${path} leads to ${to}`, staysHere(door, to));
    }
    tally.check(`${path} is answered`, status < 500, status);
  });
  const twice = await door.ask("/sign-in?next=//evil.example&next=/studies", { cookie: cookies.operator });
  for (const to of leadsTo(twice.headers.location, twice.text))
    tally.check(`a path given twice leads to ${to}`, staysHere(door, to));
}

/** Requests a file and a page in spellings and with methods that a check of addresses could miss. */
export async function pathTricks({ door, study, cookies }: Stage, tally: Tally) {
  const file = `/api/studies/${study.studyId}/log`;
  const page = `/studies/${study.studyId}`;
  const spellings = [
    (path: string) => `/${path}`,
    (path: string) => path.replaceAll("/", "//"),
    (path: string) => path.replace("/studies", "/./studies"),
    (path: string) => path.replace("/studies", "/x/../studies"),
    (path: string) => path.replace("/studies", "/x/%2e%2e/studies"),
    (path: string) => path.replace("/studies", "/%2e/studies"),
    (path: string) => path.replace("/studies", "\\studies"),
    (path: string) => path.replace("/studies", "%2fstudies"),
    (path: string) => path.replace("/studies", "%5cstudies"),
    (path: string) => path.replace("studies", "%73tudies"),
    (path: string) => path.replace("studies", "STUDIES"),
    (path: string) => `${path}/`,
    (path: string) => `${path}%00`,
    (path: string) => `${path};a=b`,
    (path: string) => `${path}.json`,
    (path: string) => `${path}?_rsc=1`,
    (path: string) => `${path}%ff`,
    (path: string) => `/_next/data/x${path}.json`,
    (path: string) => `/_next/image?url=${encodeURIComponent(path)}&w=64&q=75`,
    (path: string) => `/_next/../..${path}`,
    () => "/.git/config",
    () => "/_next/static/../../../package.json",
    () => "/_next/static/%2e%2e/%2e%2e/%2e%2e/package.json",
    () => "/%2e%2e/%2e%2e/etc/passwd",
    () => "/secrets.json",
    () => "/data/secrets.json",
    () => "/evenhand.sqlite",
    () => "/__nextjs_original-stack-frame",
  ];
  const claims: Record<string, string>[] = [
    {},
    { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
    {
      "x-middleware-subrequest": "src/middleware:src/middleware:src/middleware:src/middleware:src/middleware",
    },
    { "x-evenhand-path": "//evil.example", "x-nonce": "known" },
    { "x-original-url": "/administration", "x-rewrite-url": "/administration" },
    { "x-http-method-override": "DELETE", "x-matched-path": "/administration" },
    { rsc: "1", "next-router-prefetch": "1" },
    { range: "bytes=0-10" },
    { "x-forwarded-proto": "https", forwarded: "host=evil.example;proto=https" },
  ];
  // Each claim with the plain address, and each spelling with one of the claims in turn.
  const asked = [file, page].flatMap((path) => [
    ...claims.map((headers) => ({ path, headers })),
    ...spellings.map((spell, index) => ({
      path: spell(path),
      headers: claims[index % claims.length] ?? {},
    })),
  ]);
  await each(asked, async ({ path, headers }) => {
    for (const cookie of [null, cookies["auditor elsewhere"]]) {
      const answer = await door.ask(path, { headers, cookie });
      checkNothing(`GET ${path} with ${JSON.stringify(headers)}`, answer.status, answer.text);
      const to = answer.headers.location;
      if (to !== undefined)
        tally.check(`${path} leads to ${to}`, staysHere(door, to), JSON.stringify(headers));
    }
  });
  const addresses = ["/", "/sign-in", file, page, "/api/trpc/accounts.sessions", "/api/auth/csrf"];
  for (const path of addresses) {
    for (const method of ["TRACE", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "PROPFIND", "TRACK"]) {
      const { status, text, headers } = await door.ask(path, {
        method,
        cookie: cookies["auditor elsewhere"],
      });
      checkNothing(`${method} ${path}`, status, text);
      tally.check(`${method} ${path} is echoed`, !text.includes("session-token"), text);
      tally.check(
        `${method} ${path} is for other sites`,
        headers["access-control-allow-origin"] === undefined,
      );
    }
  }

  const picture = await door.ask("/_next/image?url=%2Fsign-in&w=64&q=75");
  tally.check("no page is fetched as a picture", picture.status === 404, picture.status);

  function checkNothing(what: string, status: number, text: string) {
    const isTold = /"type":"study\.|sessionSecret|root:x|repositoryformatversion|"dependencies"/.test(text);
    tally.check(what, status < 500 && !isTold && !tellsOfInside(text), `${status} ${text.slice(0, 100)}`);
  }
}

/** Checks that no answer is for other sites, and that each states its type. */
export async function everyHeader({ door, cookies, study }: Stage, tally: Tally) {
  const places: Record<string, string> = {
    studyId: study.studyId,
    round: "1",
    seq: "1",
    step: "purpose",
    file: "log",
    table: "rounds",
    kind: "outcomes",
    trpc: "accounts.sessions",
    "...nextauth": "csrf",
  };
  const addresses = [
    ...pagePatterns,
    ...Object.keys(whoMayFetch).map((name) => name.split(" ")[1] ?? ""),
  ].map((pattern) => pattern.replace(/\[([\w.]+)\]/g, (_, place: string) => places[place] ?? "x"));
  for (const path of [...new Set([...addresses, "/nothing/here"])]) {
    for (const who of ["anonymous", "operator", "administrator"] as const) {
      const headers = { origin: "http://evil.example" };
      const answer = await door.ask(path, { headers, cookie: cookies[who] });
      const has = (name: string) => String(answer.headers[name] ?? "");
      const what = `${path} as ${who} (${answer.status})`;
      tally.check(
        `${what} may be guessed at`,
        has("x-content-type-options") === "nosniff",
        has("x-content-type-options"),
      );
      const type = has("content-type");
      const isTyped =
        answer.text === "" || (type !== "" && (!type.startsWith("text/") || isCharset.test(type)));
      tally.check(`${what} says its type`, isTyped, type);
      tally.check(
        `${what} tells others the address`,
        has("referrer-policy") === "same-origin",
        has("referrer-policy"),
      );
      tally.check(`${what} is for other sites`, has("access-control-allow-origin") === "");
      tally.check(
        `${what} may be framed`,
        has("content-security-policy").includes("frame-ancestors 'none'"),
        "no policy",
      );
      tally.check(
        `${what} is kept`,
        answer.status >= 300 || /no-store/.test(has("cache-control")),
        has("cache-control"),
      );
    }
  }
}

// An event stream is UTF-8 by its standard, and names none.
const isCharset = /; ?charset=utf-8|^text\/event-stream/i;

function staysHere(door: Door, to: string): boolean {
  const url = new URL(to, door.origin);
  const next = url.searchParams.get("next");
  return url.origin === door.origin && (next === null || new URL(next, door.origin).origin === door.origin);
}

function leadsTo(location: string | undefined, text: string): string[] {
  const refresh = /http-equiv="refresh" content="\d+;\s*url=([^"]*)"/i.exec(text)?.[1];
  return [location, refresh?.replaceAll("&amp;", "&")].filter((to) => to !== undefined);
}
