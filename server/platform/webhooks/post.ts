import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { ipOf, isPrivate, lookUpPublic, mayBePrivate } from "./private-addresses.ts";

/** How long a receiver may usually take to answer, in milliseconds. */
export const answerLimitMs = 10_000;

const longestHeaders = 16 * 1_024;

/** Why a message got no answer. */
export const webhookFailures = [
  "private-address",
  "not-encrypted",
  "no-address",
  "not-connected",
  "certificate",
  "no-answer",
  "cut-off",
  "unreadable",
] as const;

export type WebhookFailure = (typeof webhookFailures)[number];

/** The status of the answer, or why there is none. */
export type WebhookAnswer = { readonly status: number | null; readonly failure: WebhookFailure | null };

/**
 * Posts a message and reads the status of the answer. It reads nothing of the answer's body and follows no redirect, and
 * it connects only to public addresses unless the server's settings allow others. Never throws, whatever the receiver
 * does.
 */
export async function postMessage(
  address: string,
  message: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
  signal: AbortSignal,
  limitMs: number,
): Promise<WebhookAnswer> {
  const url = new URL(address);
  const isEncrypted = url.protocol === "https:";
  const ip = ipOf(url);
  if (!mayBePrivate()) {
    if (!isEncrypted) return failed("not-encrypted");
    if (ip !== null && isPrivate(ip)) return failed("private-address");
  }
  const deadline = AbortSignal.timeout(limitMs);
  return new Promise((resolve) => {
    const outgoing = (isEncrypted ? requestHttps : requestHttp)(url, {
      method: "POST",
      // Each message has its own connection, so that its address is checked.
      agent: false,
      signal: AbortSignal.any([signal, deadline]),
      maxHeaderSize: longestHeaders,
      headers: {
        ...message.headers,
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(message.body),
        "user-agent": "Evenhand",
      },
      ...(!mayBePrivate() && { lookup: lookUpPublic }),
    });
    outgoing.on("response", (response) => {
      resolve({ status: response.statusCode ?? null, failure: null });
      response.on("error", () => undefined);
      outgoing.destroy();
    });
    outgoing.on("error", (error) => resolve(failed(deadline.aborted ? "no-answer" : failureOf(error))));
    outgoing.end(message.body);
  });
}

function failed(failure: WebhookFailure): WebhookAnswer {
  return { status: null, failure };
}

function failureOf(error: Error): WebhookFailure {
  const code = "code" in error ? String(error.code) : "";
  if (code === "EPRIVATE") return "private-address";
  if (["ENOTFOUND", "EAI_AGAIN", "ENODATA"].includes(code)) return "no-address";
  if (code.startsWith("HPE_")) return "unreadable";
  if (["ECONNRESET", "EPIPE"].includes(code)) return "cut-off";
  if (/CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO|SIGNATURE/.test(code)) return "certificate";
  return "not-connected";
}
