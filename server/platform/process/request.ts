import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes, randomUUID } from "node:crypto";
import { isPseudo, type Language, type Locale, provideLocale, wantedLocale } from "#server/locale.ts";
import { processWide } from "./process-wide.ts";

/** The header with the request id, in answers and in requests that a proxy forwards. */
export const requestIdHeader = "x-request-id";

/** The context of the request that is being answered, available from any code that runs for it. */
export type CurrentRequest = {
  readonly id: string;
  /** Whether a refusal needs no line in the log, because it has one or because this server probes itself. */
  isNoted: boolean;
  /** Whether the data layer was temporarily unavailable to it. */
  isStorageAway: boolean;
  /** The network that it came from; null outside requests. The security log names it. */
  network: string | null;
  /** The language of its answer; undefined where neither the browser nor the account wants one of ours. */
  locale: Locale | undefined;
};

export function currentRequest(): CurrentRequest | undefined {
  return requests().getStore();
}

/** Enters the context of a request: all code that follows, including awaited code, belongs to it. */
export function enterRequest(given: string | undefined, acceptLanguage?: string): CurrentRequest {
  const isNoted = given === ownProbeId();
  const locale = wantedLocale(acceptLanguage);
  const id = readId(given) ?? makeRequestId();
  const request = { id, isNoted, isStorageAway: false, network: null, locale };
  requests().enterWith(request);
  return request;
}

/** Answers the present request in this language, unless its browser asks for a locale of tests. */
export function answerIn(language: Language): void {
  const request = currentRequest();
  if (request !== undefined && !(request.locale && isPseudo(request.locale))) request.locale = language;
}

/** Does some work outside requests in this language: sentences that a job stores, for example. */
export function workIn<T>(language: Language | null, work: () => Promise<T>): Promise<T> {
  if (language === null) return work();
  const outside = { id: makeRequestId(), isNoted: false, isStorageAway: false, network: null };
  return requests().run({ ...outside, ...currentRequest(), locale: language }, work);
}

/** Returns the request id of this server's own probes. It is random, so that no client can hide a refusal. */
export function ownProbeId(): string {
  return processWide("own-probe-id", () => randomBytes(16).toString("hex"));
}

/** Makes a request id, short enough to be read out. Node draws the bytes of 128 UUIDs at once. */
export function makeRequestId(): string {
  return randomUUID().slice(-12);
}

/** Returns the id that a proxy gave; undefined if it is too long or has other characters. */
function readId(given: string | undefined): string | undefined {
  return given !== undefined && /^[\w-]{8,64}$/.test(given) ? given : undefined;
}

function requests(): AsyncLocalStorage<CurrentRequest> {
  return processWide("requests", () => {
    provideLocale(() => currentRequest()?.locale);
    return new AsyncLocalStorage<CurrentRequest>();
  });
}
