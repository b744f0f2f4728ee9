import { allProcedures } from "#tests/http/roles.ts";
import { whoMayFetch } from "#tests/http/who-may.ts";
import { pagePatterns } from "#tests/pages/addresses.ts";
import { type Door, each, every, tellsOfInside } from "./door.ts";
import type { Stage } from "./stage.ts";
import type { Tally } from "./tally.ts";

const mutations = allProcedures()
  .filter(({ definition }) => definition.type === "mutation")
  .map(({ path }) => path);

/** Requests that another site, another name of this server, or a form could make a signed-in browser send. */
export async function foreignPages({ door, cookies, study }: Stage, tally: Tally, step: number) {
  const { host, port } = new URL(door.origin);
  const json = "application/json";
  const origins: [string, Record<string, string>][] = [
    ["no origin", { "content-type": json }],
    ["the origin null", { "content-type": json, origin: "null" }],
    ["another site", { "content-type": json, origin: "http://evil.example" }],
    ["another port", { "content-type": json, origin: `http://localhost:${Number(port) + 1}` }],
    ["another scheme", { "content-type": json, origin: `https://${host}` }],
    ["a longer name", { "content-type": json, origin: `http://${host}.evil.example` }],
    ["no address", { "content-type": json, origin: "localhost" }],
    ["a file", { "content-type": json, origin: "file://" }],
    ["a name of its own", { "content-type": json, origin: "http://evil.example", host: "evil.example" }],
    [
      "a name it forwards",
      { "content-type": json, origin: "http://evil.example", "x-forwarded-host": "evil.example" },
    ],
  ];
  const types: [string, Record<string, string>][] = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain; application/json",
    "application/json-seq",
    "",
  ].map((type) => [`the type “${type}”`, { origin: door.origin, "content-type": type }]);
  const { studyId } = study;
  const paths = [
    ...every(step, mutations).map((path) => `/api/trpc/${path}`),
    "/api/auth/callback/credentials",
    "/api/auth/signout",
  ];
  const asked = paths.flatMap((path) =>
    [...origins, ...types].map(([how, headers]) => ({ path, how, headers })),
  );
  await each(asked, async ({ path, how, headers }) => {
    const body = JSON.stringify({ studyId, surprise: true });
    const { status } = await door.ask(path, { method: "POST", headers, body, cookie: cookies.operator });
    // A 400 would be the input's: then the request was taken for one of ours.
    tally.check(`${path} from ${how}`, [403, 415, 421].includes(status), status);
  });
  for (const [how, headers] of origins) {
    const path = `/api/studies/${studyId}/uploads/outcomes`;
    const { status } = await door.ask(path, {
      method: "POST",
      headers,
      body: "a,b",
      cookie: cookies.operator,
    });
    tally.check(`an upload from ${how}`, [403, 421].includes(status), status);
  }
}

/** Another name of this machine reads nothing: whoever turned it here (DNS rebinding) is another site. */
export async function foreignNames({ door, cookies, study }: Stage, tally: Tally) {
  const { host } = new URL(door.origin);
  for (const name of [
    "evil.example",
    `evil.example:${host.split(":")[1]}`,
    "169.254.169.254",
    `x.${host}`,
    "[::2]",
  ]) {
    for (const path of [
      "/",
      "/sign-in",
      `/studies/${study.studyId}`,
      `/api/studies/${study.studyId}/log`,
      queryPath,
    ]) {
      for (const headers of [{ host: name }, { host: name, "x-forwarded-host": host }]) {
        const { status, text } = await door.ask(path, { headers, cookie: cookies.operator });
        const isTold = text.includes(study.studyId) || text.includes("isThisOne");
        tally.check(`${path} under the name ${name}`, status >= 400 && status < 500 && !isTold, status);
      }
    }
  }
}

const queryPath = `/api/trpc/accounts.sessions?input=${encodeURIComponent("{}")}`;

/** Posts of the kind a framework takes for its own, to every page. */
export async function actions({ door, cookies, study }: Stage, tally: Tally, step: number) {
  const places: Record<string, string> = { studyId: study.studyId, round: "1", seq: "1", step: "purpose" };
  const addresses = pagePatterns.map((pattern) =>
    pattern.replace(/\[(?:\.\.\.)?(\w+)\]/g, (_, place: string) => places[place] ?? "x"),
  );
  const boundary = "multipart/form-data; boundary=x";
  const part = (name: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n["$K1"]\r\n--x--\r\n`;
  const posts: [string, Record<string, string>, string][] = [
    ["an action", { "next-action": "0".repeat(42), "content-type": "text/plain;charset=UTF-8" }, "[]"],
    ["a longer action", { "next-action": "x".repeat(4_000), "content-type": "text/plain" }, "[]"],
    ["a form of an action", { "content-type": boundary }, part("$ACTION_REF_1")],
    ["an action's parts", { "next-action": "0".repeat(42), "content-type": boundary }, part("0")],
    ["a plain form", { "content-type": "application/x-www-form-urlencoded" }, "a=b"],
  ];
  const asked = addresses.flatMap((path) =>
    posts.flatMap(([how, headers, body]) =>
      (["anonymous", "operator"] as const).flatMap((who) =>
        [door.origin, "http://evil.example"].map((origin) => ({
          path,
          how,
          headers: { ...headers, origin },
          body,
          who,
        })),
      ),
    ),
  );
  await each(every(step, asked), async ({ path, how, headers, body, who }) => {
    const { status, text } = await door.ask(path, { method: "POST", headers, body, cookie: cookies[who] });
    tally.check(
      `${how} to ${path} as ${who} from ${headers.origin}`,
      status < 500 && !tellsOfInside(text),
      status,
    );
  });
}

/** Spellings of an address that could pass by whoever looks at addresses, and methods nobody offers. */
export async function pathTricks({ door, study, cookies }: Stage, tally: Tally, step: number) {
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
  const asked = [file, page].flatMap((path) =>
    spellings.flatMap((spell) => claims.map((headers) => ({ path: spell(path), headers }))),
  );
  await each(every(step, asked), async ({ path, headers }) => {
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

/** No answer is for other sites, and each says what it is. */
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
