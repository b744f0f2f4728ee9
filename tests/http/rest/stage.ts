import { makeToken } from "#server/accounts/api-tokens/personal-tokens.ts";
import { scopeSchema } from "#server/schemas/api-tokens.ts";
import { send } from "#tests/http/routes.ts";
import type { TestApp } from "#tests/setup/app.ts";

export type ApiResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, if it is JSON. */
  readonly body: unknown;
};

type Ask = {
  readonly token?: string;
  readonly key?: string;
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Sends an API request to the handler that Next would choose. */
export async function callApi(
  app: TestApp,
  method: string,
  path: string,
  given: Ask = {},
): Promise<ApiResponse> {
  const { token, key, json, body, headers } = given;
  const request = new Request(`http://evenhand.example/api/v1${path}`, {
    method,
    headers: {
      host: "evenhand.example",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { "idempotency-key": key }),
      ...(json !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(body !== undefined && { body }),
  });
  const answer = await send(app, request);
  const text = await answer.text();
  const isJson = /json$/.test(answer.headers.get("content-type") ?? "");
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

/** Creates a token of an account, with all scopes unless `rest` says otherwise. */
export async function tokenOf(
  app: TestApp,
  accountId: string,
  rest: Partial<Parameters<typeof makeToken>[2]> = {},
): Promise<string> {
  const wanted = { name: "Of a test", studyId: null, scopes: scopeSchema.options, days: 30, ...rest };
  return (await makeToken(app, accountId, wanted)).token;
}
