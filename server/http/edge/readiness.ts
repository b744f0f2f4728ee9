import { getApp } from "#server/platform/app/app.ts";
import { readWhyNotReady, readWorry } from "#server/platform/app/readiness.ts";
import { plainAnswer } from "./plain-answer.ts";

/** Readiness check for proxies and orchestrators: whether requests may be sent here. */
export async function answerReadiness(): Promise<Response> {
  const why = await readWhyNotReady(getApp);
  if (why !== null) return plainAnswer(`${why}\n`, 503);
  const worry = await readWorry(getApp);
  return plainAnswer(`${["Ready.", worry].filter(Boolean).join(" ")}\n`);
}
