/** A server without pages: does the work that web servers leave to it, and says whether it is there. Run by `npm start -- --worker`. */
import { createServer, type IncomingMessage } from "node:http";
import { closeApp, getApp } from "#server/services/app/app.ts";
import { readWhyNotReady } from "#server/services/app/readiness.ts";
import { hasMetricsToken } from "#server/services/inside/metrics-token.ts";
import { writeMetrics } from "#server/services/inside/write-metrics.ts";
import { watchProcess } from "#server/services/process/loop-delay.ts";
import { readPatience } from "#server/services/process/patience.ts";
import { publicOrigin } from "#server/services/process/public-address.ts";
import { stopServingWhenTold } from "#server/services/process/serving.ts";
import { setting } from "#server/services/process/settings.ts";
import { startWork } from "#server/work/start.ts";

watchProcess();
process.env.NEXTAUTH_URL = publicOrigin();
const stopWork = await startWork(await getApp(), true);

stopServingWhenTold(readPatience() ?? { patienceMs: 0, lastCallMs: 0 }, async () => {
  await stopWork();
  await closeApp();
});

type Answer = { readonly status: number; readonly text: string; readonly type?: string };

/** What whoever looks after servers may ask; anything else is a page, and there is none. */
const answers: Readonly<Record<string, (request: IncomingMessage) => Promise<Answer>>> = {
  "/livez": async () => ({ status: 200, text: "Alive.\n" }),
  "/readyz": async () => {
    const why = await readWhyNotReady(getApp);
    return { status: why === null ? 200 : 503, text: `${why ?? "Ready."}\n` };
  },
  "/metrics": async ({ headers, socket }) => {
    const near = ["127.0.0.1", "::1", "::ffff:127.0.0.1"].includes(socket.remoteAddress ?? "");
    const isHandedOn = headers["x-forwarded-for"] !== undefined;
    const mayRead = hasMetricsToken(headers.authorization ?? null) ?? (near && !isHandedOn);
    if (!mayRead) return { status: 403, text: "Metrics are for this machine alone, or by a token.\n" };
    const { text, contentType } = await writeMetrics(getApp);
    return { status: 200, text, type: contentType };
  },
};

const noPage: Answer = { status: 404, text: "There are no pages here: this is a worker.\n" };

createServer(async (request, response) => {
  const {
    status,
    text,
    type = "text/plain; charset=utf-8",
  } = (await answers[request.url ?? ""]?.(request)) ?? noPage;
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
  response.end(text);
}).listen(setting("PORT"), setting("EVENHAND_HOST"));
