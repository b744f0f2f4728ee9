import { getApp } from "#server/services/app/app.ts";
import { readWhyNotReady, readWorry } from "#server/services/app/readiness.ts";

/** For whoever looks after servers, such as a proxy: whether requests may be sent here. */
export async function answerReadiness(): Promise<Response> {
  const why = await readWhyNotReady(getApp);
  const worry = why === null ? await readWorry(getApp) : null;
  return new Response(`${[why ?? "Ready.", worry].filter(Boolean).join(" ")}\n`, {
    status: why === null ? 200 : 503,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
