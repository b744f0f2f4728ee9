import { type TRPC_ERROR_CODE_KEY, type TRPCDefaultErrorShape, TRPCError } from "@trpc/server";
import { ZodError } from "zod";
import * as t from "#messages/refusals.ts";
import { type DomainErrorCode, type InputProblem, isDomainError } from "#server/errors.ts";
import { refusalOf } from "#server/platform/app/refusals.ts";
import { incident } from "#server/platform/process/incident.ts";
import { currentRequest } from "#server/platform/process/request.ts";
import { noteRefusedCall } from "./calls.ts";
import { transportCodeOf } from "./error-codes.ts";

/** Data that the browser gets about a refusal, besides the sentence. */
export type ErrorData = {
  readonly code: TRPC_ERROR_CODE_KEY;
  readonly httpStatus: number;
  /** The service's refusal; null if the transport refused, or if the error is unexpected. */
  readonly refusal: DomainErrorCode | null;
  readonly problems: readonly InputProblem[];
  /** Number to quote to the server's operator. */
  readonly incident: string | null;
  /** The refused request's id in the server's log. */
  readonly request: string | null;
};

/** Gives a refusal its transport status; any other error stays unexpected and is neutralised by `errorShape`. */
export function toTransport(error: TRPCError): TRPCError {
  const cause = refusalOf(error.cause);
  if (cause === undefined) return error;
  const refused = new TRPCError({ code: transportCodeOf(cause.code), message: cause.message, cause });
  if (cause.retryAfter === undefined) return refused;
  // A page that fails with a temporary refusal gets no more than this code (components/ui/shell/failed.tsx).
  return Object.assign(refused, { digest: cause.code });
}

/** Makes the error's answer. No message, path or stack of an unexpected error leaves the server. */
export function errorShape({ error, shape }: { error: TRPCError; shape: TRPCDefaultErrorShape }) {
  const { code, httpStatus } = shape.data;
  // Calls that reached no procedure are logged here; all others were logged where they failed.
  noteRefusedCall(error);
  const said = whatToSay(error);
  const data: ErrorData = {
    code,
    httpStatus,
    refusal: null,
    problems: [],
    incident: null,
    request: currentRequest()?.id ?? null,
    ...said.data,
  };
  return { code: shape.code, message: said.message, data };
}

type Said = { readonly message: string; readonly data?: Partial<ErrorData> };

/** Sentence for the caller, with further data for the answer. */
export function whatToSay(error: TRPCError): Said {
  const { cause } = error;
  if (isDomainError(cause)) {
    return { message: cause.message, data: { refusal: cause.code, problems: cause.problems } };
  }
  if (cause instanceof ZodError) {
    const problems = problemsOf(cause);
    // Stryker disable next-line OptionalChaining,LogicalOperator: an error of zod has a problem with a message
    return { message: problems[0]?.message ?? t.formWrong(), data: { problems } };
  }
  if (error.code === "INTERNAL_SERVER_ERROR") {
    const { id, message } = incident(cause ?? error, "procedure");
    return { message, data: { incident: id } };
  }
  return { message: (transportSentences[error.code] ?? t.unanswerable)() };
}

function problemsOf(error: ZodError): InputProblem[] {
  return error.issues.map(({ path, message }) => ({ field: path.map(String).join("."), message }));
}

const transportSentences: Partial<Record<TRPC_ERROR_CODE_KEY, () => string>> = {
  NOT_FOUND: t.nothingHere,
  METHOD_NOT_SUPPORTED: t.wrongMethod,
  UNSUPPORTED_MEDIA_TYPE: t.onlyJson,
  PARSE_ERROR: t.notJson,
  PAYLOAD_TOO_LARGE: t.tooLarge,
  BAD_REQUEST: t.unreadable,
};
