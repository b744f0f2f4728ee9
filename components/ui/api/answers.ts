import * as t from "#messages/ui.ts";
import type { InputProblem } from "#server/errors.ts";

/* Answers of the HTTP endpoints other than tRPC. A proxy may have answered instead, in a format of its own. */

/** Reads a text property of an answer; undefined if it is missing. */
export async function textIn(answer: Response, name: string): Promise<string | undefined> {
  const text = (await membersOf(answer))[name];
  return typeof text === "string" ? text : undefined;
}

/** Why a request was refused and, for a file, the problem of each row. */
export type EndpointRefusal = { readonly message: string; readonly problems: readonly InputProblem[] };

export async function refusalIn(answer: Response): Promise<EndpointRefusal> {
  const { message, problems } = await membersOf(answer);
  return {
    message: typeof message === "string" ? message : t.serverAnswered({ status: String(answer.status) }),
    problems: Array.isArray(problems) && problems.every(isProblem) ? problems : [],
  };
}

async function membersOf(answer: Response): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await answer.json().catch(() => null);
  return typeof body === "object" && body !== null ? { ...body } : {};
}

function isProblem(value: unknown): value is InputProblem {
  if (typeof value !== "object" || value === null) return false;
  const { row, field, message }: { row?: unknown; field?: unknown; message?: unknown } = value;
  const isPlaced =
    ["number", "undefined"].includes(typeof row) && ["string", "undefined"].includes(typeof field);
  return isPlaced && typeof message === "string";
}
