import { getApp } from "#server/services/app/app.ts";
import { readWhyNotReady, readWorry } from "#server/services/app/readiness.ts";
import { plainAnswer } from "./plain-answer.ts";

/** For whoever looks after servers, such as a proxy: whether requests may be sent here. */
export async function answerReadiness(): Promise<Response> {
  const why = await readWhyNotReady(getApp);
  const worry = why === null ? await readWorry(getApp) : null;
  return plainAnswer(`${[why ?? "Ready.", worry].filter(Boolean).join(" ")}\n`, why === null ? 200 : 503);
}
