import { STATUS_CODES } from "node:http";
import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { ZodType } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { domainErrorCodes } from "#server/errors.ts";
import { transportCodeOf } from "#server/http/trpc/error-codes.ts";

/** Codes of refusals that happen before any use case is reached. */
const edgeCodes = {
  "method-not-supported": "METHOD_NOT_SUPPORTED",
  "parse-error": "PARSE_ERROR",
  "payload-too-large": "PAYLOAD_TOO_LARGE",
  "unsupported-media-type": "UNSUPPORTED_MEDIA_TYPE",
  unforeseen: "INTERNAL_SERVER_ERROR",
} as const;

const refusals = [
  ...domainErrorCodes.map((code) => [code, transportCodeOf(code)] as const),
  ...Object.entries(edgeCodes),
];

export const refusalCodes = refusals.map(([code]) => code).sort();

/** Each status that a refusal can have, with its name and what it means. */
const statuses = {
  400: { id: "BadInput", means: "Something that was sent is wrong; `problems` names the field and the row" },
  401: { id: "NoToken", means: "The token is missing, unknown or has run out" },
  403: { id: "NotAllowed", means: "The token, or the role of its owner, does not allow it" },
  404: { id: "NotFound", means: "There is no such thing" },
  405: { id: "NoSuchMethod", means: "The address has no such method" },
  409: { id: "Conflict", means: "Not as things are now" },
  413: { id: "TooLarge", means: "The body is too large" },
  415: { id: "NotJson", means: "The body is not JSON" },
  429: { id: "TooMany", means: "Too many calls: try again after `Retry-After`" },
  500: { id: "Failed", means: "The server failed; `incident` is for its operator" },
  503: { id: "Unavailable", means: "Not at this moment: try again after `Retry-After`" },
} as const;

/** Makes the named answers that refuse an operation, by status. */
export function refusalsWith(schema: ZodType): Record<`${4 | 5}${string}`, ZodOpenApiResponseObject> {
  return Object.fromEntries(
    Object.entries(statuses).map(([status, { id, means }]) => {
      const codes = refusals.flatMap(([code, cause]) =>
        String(getHTTPStatusCodeFromError(new TRPCError({ code: cause }))) === status ? [code] : [],
      );
      const example = {
        ...{
          type: `urn:evenhand:${codes[0]}`,
          title: STATUS_CODES[status],
          status: Number(status),
          detail: `${means}.`,
        },
        ...{ code: codes[0], problems: [], incident: null, request: null },
      };
      const description = `${means}. Codes: ${codes.map((code) => `\`${code}\``).join(", ")}`;
      return [status, { id, description, content: { "application/problem+json": { schema, example } } }];
    }),
  );
}
