import type { InputProblem } from "#server/errors.ts";

/* What doors beside tRPC answer. In its stead a proxy in between may have answered, in a form of its own. */

/** The text that an answer has under a name; undefined where it has none. */
export async function textIn(answer: Response, name: string): Promise<string | undefined> {
  const text = (await membersOf(answer))[name];
  return typeof text === "string" ? text : undefined;
}

/** Why nothing was given or taken, and if it is about a file, what is wrong with which row. */
export type DoorRefusal = { readonly message: string; readonly problems: readonly InputProblem[] };

export async function refusalIn(answer: Response): Promise<DoorRefusal> {
  const { message, problems } = await membersOf(answer);
  return {
    message: typeof message === "string" ? message : `The server answered ${answer.status}. Try again.`,
    problems: Array.isArray(problems) && problems.every(isProblem) ? problems : [],
  };
}

async function membersOf(answer: Response): Promise<Readonly<Record<string, unknown>>> {
  const said: unknown = await answer.json().catch(() => null);
  return typeof said === "object" && said !== null ? { ...said } : {};
}

function isProblem(value: unknown): value is InputProblem {
  if (typeof value !== "object" || value === null) return false;
  const { row, field, message }: { row?: unknown; field?: unknown; message?: unknown } = value;
  const isPlaced =
    ["number", "undefined"].includes(typeof row) && ["string", "undefined"].includes(typeof field);
  return isPlaced && typeof message === "string";
}
