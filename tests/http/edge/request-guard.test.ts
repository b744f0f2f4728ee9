import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { text } from "node:stream/consumers";
import { setImmediate, setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { networkOf, peerHeader, proxyHeader } from "#server/http/edge/network.ts";
import { installRequestGuard } from "#server/http/edge/request-guard.ts";
import { lengthHeader, lengthHeaders } from "#server/http/edge/response-headers.ts";
import { enterPhase } from "#server/platform/process/phase.ts";
import { currentRequest, ownProbeId, requestIdHeader } from "#server/platform/process/request.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { until } from "#tests/setup/timers.ts";

const logLines = captureLog();

beforeEach(() => vi.stubEnv("NEXTAUTH_URL", "http://evenhand.example"));

/** Returns what a server behind the request guard receives, and its response without headers of its own. */
async function ask(
  path: string,
  { method = "GET", host = "evenhand.example", ...headers }: Record<string, string> = {},
) {
  const uninstall = installRequestGuard();
  let seen: Partial<
    Record<"method" | "url" | "peer" | "network" | "id" | "idInHandler" | "proxied", unknown>
  > = {};
  const server = createServer((incoming, answer) => {
    const { method, url, headers } = incoming;
    const idInHandler = currentRequest()?.id;
    if (url?.startsWith("/studies/none")) answer.statusCode = 404;
    if (url?.startsWith("/api/studies/file"))
      answer.setHeaders(new Map(Object.entries(lengthHeaders(2)))).write("ab");
    if (url?.startsWith("/studies/away")) {
      const request = currentRequest();
      if (request && url.endsWith("really")) request.isStorageAway = true;
      answer.statusCode = 500;
    }
    const [peer, id, proxied] = [headers[peerHeader], headers[requestIdHeader], headers[proxyHeader]];
    seen = { method, url, peer, network: currentRequest()?.network, id, idInHandler, proxied };
    answer.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const all = { connection: "close", ...(host !== "" && { host }), ...headers };
  const outgoing = request({ host: "127.0.0.1", port, path, method, headers: all, setHost: false }).end();
  const [answer] = await once(outgoing, "response");
  uninstall();
  const { statusCode: status, headers: given } = answer;
  const said = await text(answer);
  return { ...(seen as { id?: string; idInHandler?: string }), said, status, headers: given };
}

it("a response has the length that its route handler knows, which Next would drop", async () => {
  const { headers, said } = await ask("/api/studies/file");
  expect([headers["content-length"], headers["transfer-encoding"], headers[lengthHeader], said]).toEqual([
    ...["2", undefined, undefined, "ab"],
  ]);
});

it("a request carries the address of its connection, whatever it claims itself", async () => {
  const asked = await ask("/", { [peerHeader]: "203.0.113.9" });
  expect(asked).toMatchObject({ url: "/", peer: "127.0.0.1", network: "127.0.0.1" });
});

it("procedure calls are answered without Next, everything else by Next", async () => {
  const answeredBy = (name: string) => (_: unknown, answer: ServerResponse) => void answer.end(name);
  onTestFinished(installRequestGuard(answeredBy("the caller")));
  const server = createServer(answeredBy("Next"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  for (const [method, path, by] of [
    ["GET", "/api/trpc/studies.read", "the caller"],
    ["POST", "/api/trpc/ballots.seal", "the caller"],
    ["PUT", "/api/trpc/ballots.seal", "Next"],
    ["GET", "/api/v1/studies", "Next"],
    ["GET", "/studies/api/trpc/", "Next"],
    ["GET", "/api/trpc", "Next"],
  ] as const) {
    const headers = { host: "evenhand.example", connection: "close" };
    const outgoing = request({ host: "127.0.0.1", port, path, method, headers, setHost: false }).end();
    const [answer] = await once(outgoing, "response");
    expect([method, path, await text(answer)]).toEqual([method, path, by]);
  }
});

it("all requests without a peer address count as one network", async () => {
  onTestFinished(installRequestGuard());
  const server = createServer(({ headers }, answer) => {
    answer.end(networkOf((name) => headers[name]?.toString()));
  });
  const socketPath = join(temporaryFolder(), "socket");
  await once(server.listen(socketPath), "listening");
  onTestFinished(() => void server.close());
  const headers = { host: "evenhand.example", connection: "close" };
  const [answer] = await once(request({ socketPath, headers, setHost: false }).end(), "response");
  expect(await text(answer)).toBe("unknown");
});

describe("a host name that is not the server's", () => {
  it.each([
    "evil.example",
    "evenhand.example:3000",
    "evenhand.example.evil.example",
    "127.0.0.1",
    "x@evenhand.example",
  ])("%s is refused for every path", async (host) => {
    for (const path of ["/", "/api/trpc/accounts.list", "/_next/static/chunk.js"]) {
      expect(await ask(path, { host })).toMatchObject({
        status: 421,
        said: expect.stringContaining("http://evenhand.example alone"),
        headers: { "content-type": "text/plain; charset=utf-8" },
      });
    }
  });

  it("is refused also in an absolute request target", async () => {
    expect(await ask("http://evil.example/")).toMatchObject({ status: 421, said: expect.any(String) });
  });

  it("the server's name is accepted in capitals and with the default port", async () => {
    expect(await ask("/x", { host: "EVENHAND.example" })).toMatchObject({ url: "/x" });
    expect(await ask("/x", { host: "evenhand.example:80" })).toMatchObject({ url: "/x" });
  });
});

describe("another name of this machine, where no passkey can be created", () => {
  beforeEach(() => vi.stubEnv("NEXTAUTH_URL", "http://localhost:3000"));

  it.each(["/", "/invitation/abc?x=1", "//evil.example"])(
    "redirects the page %s to the public address",
    async (path) => {
      const { status, headers, said } = await ask(path, { host: "127.0.0.1:3000" });
      expect([status, headers.location]).toEqual([307, `http://localhost:3000${path}`]);
      expect(said).toBe(`Evenhand is at http://localhost:3000${path}\n`);
    },
  );

  it("serves pages at the public address, and the API at both", async () => {
    expect(await ask("/studies/1", { host: "localhost:3000" })).toMatchObject({ url: "/studies/1" });
    expect(await ask("/api/v1/studies", { host: "127.0.0.1:3000" })).toMatchObject({
      url: "/api/v1/studies",
    });
  });
});

it.each(["/%", "/studies/%E0%A4%A", "/api/studies/%ff/log"])(
  "the malformed address %s is refused",
  async (path) => {
    expect(await ask(path)).toMatchObject({ status: 400, said: "This address cannot be read.\n" });
  },
);

it("encoded addresses with any query are accepted", async () => {
  expect(await ask("/%C3%BC?%")).toMatchObject({ url: "/%C3%BC?%" });
});

it.each(["/api/trpc/x", "/api/auth/csrf", "/studies/1"])("TRACE is refused: %s", async (path) => {
  expect(await ask(path, { method: "TRACE" })).toMatchObject({
    status: 405,
    said: "A page can only be looked at.\n",
  });
});

describe("a page", () => {
  it.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])("refuses %s with 405", async (method) => {
    const answer = await ask("/studies/1", { method, "next-action": "0".repeat(42) });
    expect(answer).toMatchObject({ status: 405, said: "A page can only be looked at.\n" });
    expect(answer.headers).toMatchObject({ allow: "GET, HEAD", "cache-control": "no-store" });
  });

  it("allows GET only, and the API also POST", async () => {
    for (const method of ["GET", "HEAD"])
      expect(await ask("/studies/1", { method })).toMatchObject({ method, url: "/studies/1" });
    expect(await ask("/api/trpc/x", { method: "POST" })).toMatchObject({
      method: "POST",
      url: "/api/trpc/x",
    });
  });
});

it("development tools are admitted in development only", async () => {
  const post = (path: string) => ask(path, { method: "POST" });
  expect(await post("/__nextjs_original-stack-frames")).toMatchObject({ status: 405 });
  vi.stubEnv("NODE_ENV", "development");
  expect(await post("/__nextjs_original-stack-frames")).toMatchObject({ status: 200, method: "POST" });
  expect(await post("/studies/1")).toMatchObject({ status: 405 });
});

describe("a server that is starting", () => {
  beforeEach(() => {
    enterPhase("starting");
    return () => enterPhase("serving");
  });

  it("answers every request with 503 and a message, and does nothing else", async () => {
    for (const path of [
      "/",
      "/studies/1",
      "/api/auth/csrf",
      "/_next/static/x.js",
      "/api/trpc/rounds.judging",
    ]) {
      const answer = await ask(path);
      expect([path, answer.status, answer.headers["retry-after"]]).toEqual([path, 503, "1"]);
      expect(answer.said).toContain("The server is starting");
      expect(answer.said.includes("<title>Starting · Evenhand</title>")).toBe(!path.startsWith("/api/trpc/"));
      expect(answer).not.toHaveProperty("url");
    }
  });

  it("refuses a call in a form that clients retry", async () => {
    const { said } = await ask("/api/trpc/ballots.seal", { method: "POST" });
    expect(JSON.parse(said)).toEqual({
      error: {
        message: "The server is starting and nothing was changed. Try again in a moment.",
        code: -32_603,
        data: {
          code: "SERVICE_UNAVAILABLE",
          httpStatus: 503,
          refusal: "busy",
          problems: [],
          incident: null,
          request: null,
        },
      },
    });
  });

  it("refuses an API request as a problem document", async () => {
    const { status, headers, said } = await ask("/api/v1/studies");
    expect([status, headers["content-type"]]).toEqual([503, "application/problem+json"]);
    expect(JSON.parse(said)).toEqual({
      type: "urn:evenhand:busy",
      title: "Service Unavailable",
      status: 503,
      detail: "The server is starting and nothing was changed. Try again in a moment.",
      code: "busy",
      problems: [],
      incident: null,
      request: null,
    });
  });

  it("answers liveness checks, and readiness checks with 503", async () => {
    expect(await ask("/livez")).toMatchObject({ status: 200, said: "Alive.\n" });
    for (const path of ["/readyz", "/metrics"])
      expect(await ask(path)).toMatchObject({ status: 503, said: "This server is starting.\n" });
  });

  it("refuses other host names", async () => {
    expect(await ask("/", { host: "evil.example" })).toMatchObject({ status: 421 });
  });
});

describe("a response", () => {
  it("has the common headers and a policy that allows nothing", async () => {
    const { headers } = await ask("/");
    expect(headers).toMatchObject({
      "content-security-policy":
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=()",
    });
    expect(headers).not.toHaveProperty("strict-transport-security");
  });

  it("lets a script of ours run as a worker that loads our scripts and connects nowhere", async () => {
    const policyOf = async (path: string) => (await ask(path)).headers["content-security-policy"];
    const own =
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'";
    expect(await policyOf("/_next/static/chunks/worker.js")).toBe(own);
    expect(await policyOf("/_next/static/chunks/worker.js?v=1")).toBe(own);
    for (const other of ["/_next/static/x.css", "/api/x.js", "/studies/x.js", "/x?/_next/static/x.js"]) {
      expect(await policyOf(other), other).not.toContain("script-src");
    }
  });

  it("lets the service worker fetch from this server, and run no other script", async () => {
    const policyOf = async (path: string) => (await ask(path)).headers["content-security-policy"];
    const own =
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src 'self'";
    expect(await policyOf("/offline/worker.js?build=1")).toBe(own);
    expect(await policyOf("/offline/worker.js")).toBe(own);
    for (const other of ["/offline/app.webmanifest", "/offline/worker.json", "/x?/offline/worker.js"]) {
      expect(await policyOf(other), other).not.toContain("connect-src");
    }
  });

  it("closes the connection while the server is stopping, and only then", async () => {
    const connection = async () => (await ask("/studies/1", { connection: "keep-alive" })).headers.connection;
    expect(await connection()).toBe("keep-alive");
    const slot = Symbol.for("evenhand.stopping");
    const shared = globalThis as { [slot]?: AbortController | undefined };
    const kept = shared[slot];
    onTestFinished(() => {
      shared[slot] = kept;
    });
    shared[slot] = new AbortController();
    shared[slot].abort();
    expect(await connection()).toBe("close");
  });

  it("has HSTS if the public address is https", async () => {
    vi.stubEnv("NEXTAUTH_URL", "https://evenhand.example");
    const { headers } = await ask("/");
    expect(headers["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
  });
});

it("keeps an idle connection open long enough for an auditor to look at a pair", async () => {
  onTestFinished(installRequestGuard());
  const server = createServer((_, answer) => answer.end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}/`);
  expect(headers.get("keep-alive")).toBe("timeout=75");
  expect(server.keepAliveTimeout).toBe(75_000);
  // The guard is installed once, however many requests come.
  const listeners = server.listeners("request");
  await fetch(`http://127.0.0.1:${port}/`);
  expect(server.listeners("request")).toEqual(listeners);
});

describe("a request has an id", () => {
  it("of its own, which the handler knows and the response carries", async () => {
    const [one, other] = [await ask("/x"), await ask("/x")];
    expect(one.id).toMatch(/^[0-9a-f]{12}$/);
    expect([one.idInHandler, one.headers[requestIdHeader]]).toEqual([one.id, one.id]);
    expect(other.id).not.toBe(one.id);
  });

  it("given by a proxy, if it is a well-formed id", async () => {
    const given = async (id: string) => (await ask("/x", { [requestIdHeader]: id })).idInHandler;
    expect(await given("7f3a-b2_C9d1")).toBe("7f3a-b2_C9d1");
    for (const id of ["short", "x".repeat(65), "two words or more", 'a"quoted"b']) {
      expect(await given(id)).toMatch(/^[0-9a-f]{12}$/);
    }
  });

  it("that is logged once with its refusal, without the address", async () => {
    logLines.length = 0;
    const { id } = await ask("/studies/none-of-these?token=abc");
    const lines = logLines.map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { request: id, endpoint: "/studies", method: "GET", status: 404, msg: "refused" },
    ]);
    expect(logLines.join()).not.toMatch(/none-of-these|token/);
  });
});

it("probes are not logged: neither readiness checks nor the server's own", async () => {
  logLines.length = 0;
  enterPhase("starting");
  expect((await ask("/readyz")).status).toBe(503);
  enterPhase("serving");
  expect((await ask("/studies/none", { [requestIdHeader]: ownProbeId() })).status).toBe(404);
  expect(logLines).toEqual([]);
});

it.each(["/livez", "/readyz", "/metrics"])("%s is served under any host name", async (path) => {
  expect(await ask(path, { host: "10.0.0.5:3000" })).toMatchObject({ url: path });
});

it("answers 503 with retry-after if the database is unavailable, and 500 for other errors", async () => {
  const { status, headers } = await ask("/studies/away-really");
  expect([status, headers["retry-after"]]).toEqual([503, "1"]);
  const other = await ask("/studies/away");
  expect([other.status, other.headers["retry-after"]]).toEqual([500, undefined]);
});

describe("of requests that arrive at the same moment", () => {
  /** Returns how many requests the server has begun by the end of the event-loop turn of the first one. */
  async function begunAtOnce(paths: readonly string[]) {
    onTestFinished(installRequestGuard());
    const { promise: turn, resolve: end } = Promise.withResolvers<number>();
    let inside = 0;
    const server = createServer((_, answer) => {
      inside += 1;
      if (inside === 1) setImmediate().then(() => end(inside));
      answer.end();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const last = paths.length - 1;
    const requests = paths.map(
      (path, index) =>
        `GET ${path} HTTP/1.1\r\nhost: evenhand.example\r\n${index === last ? "connection: close\r\n" : ""}\r\n`,
    );
    const socket = connect(port, "127.0.0.1");
    socket.write(requests.join(""));
    const answers = (await text(socket)).split("HTTP/1.1 200").length - 1;
    return { inside: await turn, answers };
  }

  it("pages are begun one after another", async () => {
    const { inside, answers } = await begunAtOnce(["/1", "/2", "/3", "/4"]);
    expect(inside).toBeLessThan(4);
    expect(answers).toBe(4);
  });

  it("probes and static files never wait", async () => {
    const paths = ["/livez", "/readyz", "/metrics", "/_next/static/chunk.js"];
    expect(await begunAtOnce(paths)).toEqual({ inside: 4, answers: 4 });
  });
});

describe("a request that arrives while the main thread is busy", () => {
  /** Blocks the thread until the signal, with one free turn now and then. */
  async function fill(signal: AbortSignal) {
    while (!signal.aborted) {
      const until = performance.now() + 20;
      while (performance.now() < until);
      await setImmediate();
    }
  }

  /** Starts a server with a busy thread and this many requests waiting for a response or its end. */
  async function overloadedServer(waiting: number, { isFull = true, path = "/slow" } = {}) {
    onTestFinished(installRequestGuard());
    const { promise: released, resolve: go } = Promise.withResolvers<void>();
    const server = createServer(async ({ url }, answer) => {
      if (url === "/stream") answer.writeHead(200).flushHeaders();
      if (url === path) await released;
      answer.end(url);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const fetchPath = async (path: string) => {
      const headers = { host: "evenhand.example", connection: "close" };
      const [answer] = await once(request({ port, path, headers, setHost: false }).end(), "response");
      return { status: answer.statusCode, wait: answer.headers["retry-after"], said: await text(answer) };
    };
    let arrived = 0;
    const arrive = () => {
      arrived += 1;
    };
    subscribe("http.server.request.start", arrive);
    onTestFinished(() => void unsubscribe("http.server.request.start", arrive));
    const slow = Array.from({ length: waiting }, () => fetchPath(path));
    // Making so many requests keeps the thread busy too.
    await until(() => arrived === waiting);
    await fetchPath("/last");
    const idle = new AbortController();
    const end = async () => {
      idle.abort();
      go();
      await Promise.all(slow);
    };
    onTestFinished(end);
    if (isFull) void fill(idle.signal);
    // Load is measured when a request arrives, and over some time.
    await setTimeout(120);
    await fetchPath("/last");
    return { fetchPath, end };
  }

  it("is refused at once behind many waiting requests, and admitted when they are done", async () => {
    const { fetchPath, end } = await overloadedServer(300);
    // On a busy machine the thread may seem idle for a moment.
    const refusalOf = async (path: string) => {
      let answer = await fetchPath(path);
      const again = async () => {
        if (answer.status !== 503) answer = await fetchPath(path);
        return answer.status;
      };
      await expect.poll(again).toBe(503);
      return answer;
    };
    const page = await refusalOf("/studies");
    expect(page.wait).toBe("1");
    expect(page.said).toMatch(
      /<title>Busy · Evenhand<.*The server is busy.*kept on your device.*tries again by itself/s,
    );
    const call = await refusalOf("/api/trpc/ballots.save");
    expect(call.wait).toBe("1");
    expect(JSON.parse(call.said)).toMatchObject({ error: { data: { refusal: "busy" } } });
    const program = await refusalOf("/api/v1/studies");
    expect(JSON.parse(program.said).detail).toBe(
      "The server is busy and nothing was changed. Try again in a moment.",
    );
    expect(await fetchPath("/readyz")).toMatchObject({ said: "/readyz" });
    expect(await fetchPath("/_next/static/chunk.js")).toMatchObject({ said: "/_next/static/chunk.js" });
    await end();
    expect(await fetchPath("/studies")).toMatchObject({ said: "/studies" });
  });

  it("is admitted behind a few waiting requests", async () => {
    const { fetchPath } = await overloadedServer(12);
    expect(await fetchPath("/studies")).toMatchObject({ said: "/studies" });
  });

  it("is admitted behind many responses that have begun", async () => {
    const { fetchPath } = await overloadedServer(300, { path: "/stream" });
    await expect.poll(() => fetchPath("/studies")).toMatchObject({ said: "/studies" });
  });

  it("is admitted behind many requests for static files", async () => {
    const { fetchPath } = await overloadedServer(300, { path: "/_next/static/slow.js" });
    expect(await fetchPath("/studies")).toMatchObject({ said: "/studies" });
  });

  it("is admitted behind requests that wait for something other than the thread", async () => {
    const { fetchPath } = await overloadedServer(400, { isFull: false });
    // On a busy machine they occupy the thread for a while as they arrive.
    await expect.poll(() => fetchPath("/studies")).toMatchObject({ said: "/studies" });
  });

  it("is admitted after all connections that wait in the kernel were accepted", async () => {
    // A stopped clock: the thread stays busy, and no admission is due.
    let time = 1_000;
    Reflect.deleteProperty(globalThis, Symbol.for("evenhand.load-shedding"));
    onTestFinished(() => void Reflect.deleteProperty(globalThis, Symbol.for("evenhand.load-shedding")));
    vi.spyOn(performance, "now").mockImplementation(() => time);
    const utilization = () => ({ active: time, idle: 0, utilization: 1 });
    vi.spyOn(performance, "eventLoopUtilization").mockImplementation(utilization);
    onTestFinished(installRequestGuard());
    let accepted = 0;
    const acceptedAtEntry: number[] = [];
    const server = createServer((_incoming, answer) => {
      acceptedAtEntry.push(accepted);
      answer.end();
    }).on("connection", () => {
      accepted += 1;
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const headers = { host: "evenhand.example", connection: "close" };
    const fetchOne = async () =>
      text((await once(request({ port, host: "127.0.0.1", headers, setHost: false }).end(), "response"))[0]);
    await fetchOne();
    time += 50;
    await Promise.all(Array.from({ length: 15 }, fetchOne));
    expect(acceptedAtEntry).toHaveLength(16);
    // One came before, and two or three in the turns that accepted the first of the others.
    expect(acceptedAtEntry.filter((count) => count < 16).length).toBeLessThan(6);
  });
});

it("a request says whether a proxy forwarded it, whatever it claims itself", async () => {
  expect(await ask("/x", { [proxyHeader]: "1" })).toMatchObject({ proxied: "0" });
  for (const name of ["x-forwarded-for", "forwarded"]) {
    expect(await ask("/x", { [proxyHeader]: "0", [name]: "192.0.2.7" })).toMatchObject({ proxied: "1" });
  }
});
