/** A server without pages: does the work that web servers leave to it, and says whether it is there. Run by `npm start -- --worker`. */
import { createServer } from "node:http";
import { closeApp, getApp } from "#server/services/app/app.ts";
import { readWhyNotReady } from "#server/services/app/readiness.ts";
import { readPatience } from "#server/services/process/patience.ts";
import { publicOrigin } from "#server/services/process/public-address.ts";
import { stopServingWhenTold } from "#server/services/process/serving.ts";
import { setting } from "#server/services/process/settings.ts";
import { startWork } from "#server/work/start.ts";

process.env.NEXTAUTH_URL = publicOrigin();
const stopWork = await startWork(await getApp(), true);

stopServingWhenTold(readPatience() ?? { patienceMs: 0, lastCallMs: 0 }, async () => {
  await stopWork();
  await closeApp();
});

/** What whoever looks after servers may ask; anything else is a page, and there is none. */
const answers: Readonly<Record<string, () => Promise<string | null>>> = {
  "/livez": async () => null,
  "/readyz": () => readWhyNotReady(getApp),
};

createServer(async (request, response) => {
  const answer = answers[request.url ?? ""];
  const why = answer === undefined ? "There are no pages here: this is a worker." : await answer();
  const status = answer === undefined ? 404 : why === null ? 200 : 503;
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
  response.end(`${why ?? "Ready."}\n`);
}).listen(setting("PORT"), setting("EVENHAND_HOST"));
