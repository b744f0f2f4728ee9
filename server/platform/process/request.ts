import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { processWide } from "./process-wide.ts";

/** The header by which a request is found again, in answers and in what a proxy hands on. */
export const requestIdHeader = "x-request-id";

/** What is known of the request that is being answered, wherever the code is just now. */
export type CurrentRequest = {
  readonly id: string;
  /** Whether its refusal needs no line in the log: it has one, or this server probes itself. */
  isNoted: boolean;
  /** Whether the data layer could not serve it for now. */
  isStorageAway: boolean;
};

export function currentRequest(): CurrentRequest | undefined {
  return requests().getStore();
}

/** From here on everything that is done, and is waited for, belongs to this request. */
export function enterRequest(given: string | undefined): CurrentRequest {
  const isNoted = given === ownProbeId();
  const request = { id: readId(given) ?? makeRequestId(), isNoted, isStorageAway: false };
  requests().enterWith(request);
  return request;
}

/** The request id by which this server knows its own probes. It is random, so that no client can hide a refusal. */
export function ownProbeId(): string {
  return processWide("own-probe-id", () => randomBytes(16).toString("hex"));
}

/** Short enough to be read out. */
export function makeRequestId(): string {
  return randomBytes(6).toString("hex");
}

/** One that a proxy has given keeps its name there too; anything longer or with other characters is nobody's. */
function readId(given: string | undefined): string | undefined {
  return given !== undefined && /^[\w-]{8,64}$/.test(given) ? given : undefined;
}

function requests(): AsyncLocalStorage<CurrentRequest> {
  return processWide("requests", () => new AsyncLocalStorage<CurrentRequest>());
}
