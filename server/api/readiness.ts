import { getApp } from "#server/services/app/app.ts";
import { readWhyNotReady } from "#server/services/app/readiness.ts";
import { plainAnswer } from "./plain-answer.ts";

/** For whoever looks after servers, such as a proxy: whether requests may be sent here. */
export async function answerReadiness(): Promise<Response> {
  const why = await readWhyNotReady(getApp);
  return plainAnswer(`${why ?? "Ready."}\n`, why === null ? 200 : 503);
}
