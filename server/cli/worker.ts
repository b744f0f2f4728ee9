/**
 * A server without pages, run by `npm start -- --worker`: it runs the background jobs that web servers leave to it, and
 * answers health checks.
 */
import { createServer, type IncomingMessage } from "node:http";
import { mayReadMetrics, notForYou } from "#server/operations/health/metrics-reader.ts";
import { writeMetrics } from "#server/operations/health/write-metrics.ts";
import { closeApp, getApp } from "#server/platform/app/app.ts";
import { readWhyNotReady } from "#server/platform/app/readiness.ts";
import { watchProcess } from "#server/platform/process/loop-delay.ts";
import { publicOrigin } from "#server/platform/process/public-address.ts";
import { stopServingOnSignal } from "#server/platform/process/serving.ts";
import { setting } from "#server/platform/process/settings.ts";
import { readShutdownTimeout } from "#server/platform/process/shutdown-timeout.ts";
import { traceIfAsked } from "#server/platform/process/tracing.ts";
import { startQueue } from "#server/queue/start-queue.ts";

process.env.NEXTAUTH_URL = publicOrigin();
watchProcess();
const stopTracing = await traceIfAsked();
const stopWork = await startQueue(await getApp(), true);

stopServingOnSignal(readShutdownTimeout() ?? { shutdownTimeoutMs: 0, drainMs: 0 }, async () => {
  await stopWork();
  await closeApp();
  await stopTracing();
});

type Answer = { readonly status: number; readonly text: string };

/** The answers to monitoring requests; any other request is for a page, and there is none. */
const answers: Readonly<Record<string, (request: IncomingMessage) => Promise<Answer>>> = {
  "/livez": async () => ({ status: 200, text: "Alive.\n" }),
  "/readyz": async () => {
    const why = await readWhyNotReady(getApp);
    return { status: why === null ? 200 : 503, text: `${why ?? "Ready."}\n` };
  },
  "/metrics": async ({ headers, socket }) => {
    const reader = {
      authorization: headers.authorization ?? null,
      host: headers.host ?? null,
      peer: socket.remoteAddress ?? null,
      isProxied: "x-forwarded-for" in headers || "forwarded" in headers,
    };
    if (!mayReadMetrics(reader)) return { status: 403, text: notForYou };
    return { status: 200, text: (await writeMetrics(getApp)).text };
  },
};

const noPages = async (): Promise<Answer> => ({
  status: 404,
  text: "There are no pages here: this is a worker.\n",
});

createServer(async (request, response) => {
  const { status, text } = await (answers[request.url ?? ""] ?? noPages)(request);
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    ...(status === 503 && { "retry-after": "1" }),
  });
  response.end(text);
}).listen(setting("PORT"), setting("EVENHAND_HOST"));
