import type { TryableCall } from "./open-api.ts";

/** An answer as it is shown: with the beginning of its body. */
export type CallAnswer = { readonly status: number; readonly headers: string; readonly body: string };

/** The most characters of an answer that are shown. */
export const shownLength = 20_000;

/** Returns the address of a call with these values. Empty values of the query are left out. */
export function addressOf({ path, parameters }: TryableCall, given: FormData): string {
  const valueIn = (name: string) => String(given.get(name) ?? "").trim();
  const inPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueIn(name)));
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }) =>
      place === "query" && valueIn(name) !== "" ? [[name, valueIn(name)]] : [],
    ),
  );
  return `/api/v1${inPath}${query.size === 0 ? "" : `?${query}`}`;
}

/** Returns the headers of a call. One that changes something gets a new key each time. */
export function headersOf({ method, body }: TryableCall, token: string, key: string): Record<string, string> {
  return {
    Authorization: `Bearer ${token}`,
    ...(body && { "Content-Type": body.type }),
    ...(method === "POST" && { "Idempotency-Key": key }),
  };
}

/** Returns the command that makes a call in a shell. */
export function curlOf(call: TryableCall, url: string): string {
  const headers = Object.entries(headersOf(call, "$TOKEN", "$(uuidgen)"));
  const options = [
    ...(call.method === "GET" ? [] : [`-X ${call.method}`]),
    ...headers.map(([name, value]) => `-H "${name}: ${value}"`),
    ...(call.body ? ["--data-binary @body"] : []),
  ];
  return `curl ${options.join(" ")} '${url}'`;
}

/** Reads what is shown of an answer. Of a long file only the beginning is fetched. JSON is indented. */
export async function readAnswer(response: Response): Promise<CallAnswer> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let body = "";
  for (let isDone = reader === undefined; !isDone && body.length <= shownLength; ) {
    const piece = await reader?.read();
    isDone = piece?.done ?? true;
    body += piece?.value ?? "";
  }
  await reader?.cancel();
  const isWhole = body.length <= shownLength;
  const isJson = /json$/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers, body: isWhole && isJson ? indented(body) : body };
}

function indented(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
