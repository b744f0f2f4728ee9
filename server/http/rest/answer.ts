import { createHash } from "node:crypto";
import { getTRPCErrorFromUnknown, TRPCError } from "@trpc/server";
import type { z } from "zod";
import * as t from "#messages/refusals.ts";
import { type NothingDone, once, type StoredAnswer } from "#server/accounts/api-tokens/once.ts";
import { badInput, DomainError } from "#server/errors.ts";
import { readAtMost } from "#server/http/auth/checked-post.ts";
import { bodyLimitOf } from "#server/http/edge/body-limits.ts";
import { networkOf } from "#server/http/edge/network.ts";
import { appRouter } from "#server/http/root.ts";
import { getApp } from "#server/platform/app/app.ts";
import { refusalOf } from "#server/platform/app/refusals.ts";
import { spend } from "#server/platform/limits/spend.ts";
import { answerIn } from "#server/platform/process/request.ts";
import { admitChange } from "./admit-change.ts";
import { allowOrigin } from "./cross-origin.ts";
import { cursorOf, positionIn } from "./cursor.ts";
import { programDocument } from "./document.ts";
import { fileAnswers, fileOperations } from "./files.ts";
import { inputOf, numbersRead, queryOf } from "./input.ts";
import type { Operation, Page } from "./operation.ts";
import { operations } from "./operations.ts";
import { problemOf, problemResponse } from "./problem.ts";
import { type ProgramContext, programContext } from "./program-context.ts";

/** Answers API calls of programs (docs/programs.md): a token authenticates them, the procedures authorise them. Its sentences are English. */
export async function answerProgram(request: Request, segments: readonly string[]): Promise<Response> {
  answerIn("en");
  return allowOrigin(request, await answerOrRefuse(request, `/${segments.join("/")}`));
}

async function answerOrRefuse(request: Request, path: string): Promise<Response> {
  if (request.method === "OPTIONS") return new Response(null, { status: 204 });
  try {
    return await answered(request, path);
  } catch (error) {
    return problemResponse(problemOf(error));
  }
}

async function answered(request: Request, path: string): Promise<Response> {
  // The server sends no body in an answer to HEAD.
  const method = request.method === "HEAD" ? "GET" : request.method;
  if (path === "/openapi.json" && method === "GET") {
    const network = networkOf((name) => request.headers.get(name));
    spend(await getApp(), { accountId: null, network }, "anonymous");
    return json(200, JSON.stringify(programDocument()));
  }
  const context = await programContext(request);
  const matches = [...operations, ...fileOperations].flatMap((operation) => {
    const params = paramsIn(operation.path, path);
    return params === null ? [] : [{ operation, params }];
  });
  const match = matches.find(({ operation }) => operation.method === method);
  if (matches.length === 0) throw new DomainError("not-found", t.nothingHere());
  if (match === undefined) throw new TRPCError({ code: "METHOD_NOT_SUPPORTED" });
  const { operation, params } = match;
  if ("contentTypes" in operation) {
    const query = checked(operation.query, numbersRead(operation.query, queryOf(new URL(request.url))));
    return fileAnswers[operation.id]({ operation, request, context, params, query: query as never });
  }
  return operation.method === "GET"
    ? readFor(context, operation, { request, params })
    : actFor(context, operation, { request, params });
}

type MatchedRequest = { readonly request: Request; readonly params: Readonly<Record<string, string>> };

async function readFor(context: ProgramContext, operation: Operation, { request, params }: MatchedRequest) {
  const { cursor, ...query } = queryOf(new URL(request.url));
  const place = { list: operation.id, study: params.studyId ?? null };
  if (cursor !== undefined && !operation.isList) throw noList();
  const at = cursor === undefined ? null : positionIn(place, cursor);
  const input = inputOf(operation, { path: params, given: numbersRead(operation.input, query) });
  const value = await operation.call(appRouter.createCaller(context), input, at);
  if (!operation.isList) return json(operation.status, promised(operation, value));
  const { items, next } = value as Page<unknown>;
  const nextCursor = next === null ? null : cursorOf(place, next);
  return json(operation.status, promised(operation, { items, nextCursor }));
}

async function actFor(context: ProgramContext, operation: Operation, { request, params }: MatchedRequest) {
  const { app, session } = context;
  const key = keyIn(request.headers);
  const bytes = await bodyOf(request, operation);
  const given = inputOf(operation, { path: params, given: objectIn(bytes) });
  const input = operation.withheld.includes("idempotencyKey") ? { ...given, idempotencyKey: key } : given;
  await admitChange(context, operation.procedure, params.studyId);
  const counted: ProgramContext = { ...context, isCounted: true };
  const { method, url } = request;
  const fingerprint = createHash("sha256")
    .update(`${method} ${new URL(url).pathname}\n`)
    .update(bytes)
    .digest("hex");
  const { status, body, isRepeated } = await once(app, { tokenId: session.token.id, key, fingerprint }, () =>
    doneBy(operation, () => operation.call(appRouter.createCaller(counted), input, null)),
  );
  // Stryker disable next-line EqualityOperator: no stored answer has status 400
  if (status >= 400) return problemResponse({ status, body, retryAfter: undefined });
  const answer = json(status, body);
  if (isRepeated) answer.headers.set("idempotent-replayed", "true");
  return answer;
}

/**
 * Runs an operation once for its idempotency key. A refusal did nothing; an unexpected failure may have done something,
 * so it is kept as the answer for this key.
 */
async function doneBy(
  operation: Operation,
  act: () => Promise<unknown>,
): Promise<StoredAnswer | NothingDone> {
  try {
    return { status: operation.status, body: promised(operation, await act()) };
  } catch (error) {
    const { cause, code } = getTRPCErrorFromUnknown(error);
    const refusal = refusalOf(cause);
    if (refusal?.code === "storage-away") throw error;
    const isForeseen = refusal !== undefined || code !== "INTERNAL_SERVER_ERROR";
    return isForeseen ? { nothingDone: error } : problemOf(error);
  }
}

/** Serialises what the document promises, and nothing else. */
function promised({ id, answer }: Operation, value: unknown): string {
  const { data, error } = answer.safeParse(value);
  if (error)
    // Stryker disable next-line StringLiteral,ObjectLiteral: no answer is known that breaks the promise
    throw new Error(`the answer of ${id} is not what its document promises`, { cause: error.message });
  return JSON.stringify(data);
}

/** @throws TRPCError "BAD_REQUEST" with the problems */
function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  if (error) throw new TRPCError({ code: "BAD_REQUEST", cause: error });
  return data;
}

/** @throws DomainError "bad-input" */
function keyIn(headers: Headers): string {
  const key = headers.get("idempotency-key") ?? "";
  if (/^[\x21-\x7e]{8,100}$/.test(key)) return key;
  const message =
    "Send a key of your own in the header Idempotency-Key, 8 to 100 letters, digits or signs: a new one for each thing to do, the same one when you ask again.";
  throw badInput(message, "Idempotency-Key");
}

/** @throws TRPCError for a body that is not JSON or is too large */
async function bodyOf(request: Request, { procedure }: Operation): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readAtMost(request, bodyLimitOf([procedure]));
  if (bytes === undefined) throw new TRPCError({ code: "PAYLOAD_TOO_LARGE" });
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (bytes.length > 0 && type !== "application/json")
    throw new TRPCError({ code: "UNSUPPORTED_MEDIA_TYPE" });
  return bytes;
}

/** @throws TRPCError "PARSE_ERROR"; DomainError "bad-input" for JSON that is not an object */
function objectIn(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // Not text, or not JSON: the sender is informed.
    throw new TRPCError({ code: "PARSE_ERROR" });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new DomainError("bad-input", "Send a JSON object, such as {}.");
}

function noList(): DomainError {
  return new DomainError("cursor-wrong", "This is no list, so it has no cursor.");
}

function json(status: number, body: string): Response {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return new Response(body, { status, headers });
}

/** Matches a path and returns the values in place of the braces; null if it does not match. */
function paramsIn(pattern: string, path: string): Record<string, string> | null {
  const form = pattern.replaceAll(".", "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const found = new RegExp(`^${form}$`).exec(path);
  return found && { ...found.groups };
}
