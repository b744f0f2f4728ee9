import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { loadSecrets } from "#server/platform/secrets/secrets.ts";
import { addAccount, testAppBeside } from "#tests/setup/app.ts";
import { describePostgres } from "#tests/setup/engines.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { type RunningApp, startApp } from "#tests/setup/running-app.ts";
import { freePort } from "../../scripts/lib/port.mjs";

/** Starts a TCP proxy to PostgreSQL that can be stopped, and restarted on the same port. */
async function startTcpProxy(to: URL) {
  const open = new Set<Socket>();
  const port = await freePort();
  let server: Server;
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => undefined).on("close", () => open.delete(socket));
  };
  const restart = async () => {
    server = createServer((near) => {
      const far = connect(Number(to.port || 5_432), to.hostname);
      keep(near);
      keep(far);
      near.pipe(far).pipe(near);
      near.on("close", () => far.destroy());
      far.on("close", () => near.destroy());
    });
    await once(server.listen(port, "127.0.0.1"), "listening");
  };
  const cut = async () => {
    const closed = once(server, "close");
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  await restart();
  return { port, restart, cut };
}

describePostgres("while PostgreSQL cannot be reached", (_, engine) => {
  const folder = mkdtempSync(join(tmpdir(), "evenhand-outage-"));
  let line: Awaited<ReturnType<typeof startTcpProxy>>;
  let server: RunningApp;
  let cookie: string;

  beforeAll(async () => {
    const url = new URL((await engine.newPlace("empty")).databaseUrl ?? "");
    line = await startTcpProxy(url);
    const throughProxy = new URL(url);
    throughProxy.host = `127.0.0.1:${line.port}`;
    const logFile = join(folder, "server.log");
    server = await startApp(await freePort(), {
      demo: false,
      logFile,
      env: { DATABASE_URL: throughProxy.href },
    });
    const store = await connectStore({ dataFolder: "", databaseUrl: url.href });
    const app = await testAppBeside(store, loadSecrets(server.data));
    cookie = await cookieOf(app, await addAccount(app, "outage", "operator"));
    await app.close();
  });
  afterAll(async () => {
    await server?.stop();
    await line?.cut();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (path: string) => {
    const answer = await fetch(server.url + path, { headers: { cookie }, redirect: "manual" });
    return { status: answer.status, wait: answer.headers.get("retry-after"), text: await answer.text() };
  };

  it("pages answer 503 and that it is temporary, also for the session's read, and recover with the database", async () => {
    expect((await ask("/")).status).toBe(200);
    await line.cut();
    for (const path of ["/", "/account", "/sign-in", "/api/trpc/accounts.myStudies?input=%7B%7D"]) {
      const { status, wait, text } = await ask(path);
      expect([path, status, wait]).toEqual([path, 503, "1"]);
      expect(text).toContain("storage-away");
    }
    expect((await ask("/readyz")).status).toBe(503);
    expect((await ask("/livez")).status).toBe(200);
    expect((await ask("/metrics")).text).toMatch(/^evenhand_database_up 0$/m);
    await line.restart();
    await expect.poll(async () => (await ask("/")).status).toBe(200);
  });
});
