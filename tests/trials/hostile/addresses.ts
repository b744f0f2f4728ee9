import { whoMayFetch } from "#tests/http/who-may.ts";
import { pagePatterns } from "#tests/pages/addresses.ts";
import { type AttackClient, each, revealsInternals } from "./requests.ts";
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
export async function strangePathRequests({ client, cookies }: Stage, tally: Tally) {
  const askable = strangePaths
    .map((path) => path.replace(/[^\x21-\x7e]/g, encodeURIComponent).replace(/#/g, "%23"))
    .filter((path) => path.startsWith("/"));
  await each([...askable, ...askable.map((path) => `/studies${path}`)], async (path) => {
    const { status, headers, text } = await client.ask(path);
    for (const to of targetsOf(headers.location, text)) {
      tally.check(`${path} leads to ${to}`, isOnServer(client, to));
    }
    tally.check(`${path} is answered`, status < 500, status);
  });
  const twice = await client.ask("/sign-in?next=//evil.example&next=/studies", { cookie: cookies.operator });
  for (const to of targetsOf(twice.headers.location, twice.text))
    tally.check(`a path given twice leads to ${to}`, isOnServer(client, to));
}

/** Requests a file and a page in spellings and with methods that a check of addresses could miss. */
export async function pathTricks({ client, study, cookies }: Stage, tally: Tally) {
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
  const requests = [file, page].flatMap((path) => [
    ...claims.map((headers) => ({ path, headers })),
    ...spellings.map((spell, index) => ({
      path: spell(path),
      headers: claims[index % claims.length] ?? {},
    })),
  ]);
  await each(requests, async ({ path, headers }) => {
    for (const cookie of [null, cookies["auditor elsewhere"]]) {
      const answer = await client.ask(path, { headers, cookie });
      checkNothing(`GET ${path} with ${JSON.stringify(headers)}`, answer.status, answer.text);
      const to = answer.headers.location;
      if (to !== undefined)
        tally.check(`${path} leads to ${to}`, isOnServer(client, to), JSON.stringify(headers));
    }
  });
  const addresses = ["/", "/sign-in", file, page, "/api/trpc/accounts.sessions", "/api/auth/csrf"];
  for (const path of addresses) {
    for (const method of ["TRACE", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "PROPFIND", "TRACK"]) {
      const { status, text, headers } = await client.ask(path, {
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

  const picture = await client.ask("/_next/image?url=%2Fsign-in&w=64&q=75");
  tally.check("no page is fetched as a picture", picture.status === 404, picture.status);

  function checkNothing(what: string, status: number, text: string) {
    const isLeaked = /"type":"study\.|sessionSecret|root:x|repositoryformatversion|"dependencies"/.test(text);
    tally.check(
      what,
      status < 500 && !isLeaked && !revealsInternals(text),
      `${status} ${text.slice(0, 100)}`,
    );
  }
}

/** Checks that no response can be read by other sites, and that each states its type. */
export async function everyHeader({ client, cookies, study }: Stage, tally: Tally) {
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
      const answer = await client.ask(path, { headers, cookie: cookies[who] });
      const has = (name: string) => String(answer.headers[name] ?? "");
      const what = `${path} as ${who} (${answer.status})`;
      tally.check(
        `${what} may be sniffed`,
        has("x-content-type-options") === "nosniff",
        has("x-content-type-options"),
      );
      const type = has("content-type");
      const isTyped =
        answer.text === "" || (type !== "" && (!type.startsWith("text/") || isCharset.test(type)));
      tally.check(`${what} states its type`, isTyped, type);
      tally.check(
        `${what} sends others its address`,
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
        `${what} is cached`,
        answer.status >= 300 || /no-store/.test(has("cache-control")),
        has("cache-control"),
      );
    }
  }
}

// An event stream is UTF-8 by its standard, and names no charset.
const isCharset = /; ?charset=utf-8|^text\/event-stream/i;

function isOnServer(client: AttackClient, to: string): boolean {
  const url = new URL(to, client.origin);
  const next = url.searchParams.get("next");
  return (
    url.origin === client.origin && (next === null || new URL(next, client.origin).origin === client.origin)
  );
}

function targetsOf(location: string | undefined, text: string): string[] {
  const refresh = /http-equiv="refresh" content="\d+;\s*url=([^"]*)"/i.exec(text)?.[1];
  return [location, refresh?.replaceAll("&amp;", "&")].filter((to) => to !== undefined);
}
