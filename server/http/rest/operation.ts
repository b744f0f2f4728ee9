import { z } from "zod";
import type { ReaderRole } from "#server/accounts/memberships.ts";
import type { appRouter } from "#server/http/root.ts";
import type { Scope } from "#server/schemas/api-tokens.ts";
import type { ProgramContext } from "./program-context.ts";

/** Calls procedures with the rights of a token. */
export type OperationCaller = ReturnType<(typeof appRouter)["createCaller"]>;

/** Position in a list, which its cursor holds. */
export type Position = string | number;

/** A page of a list. */
export type Page<Item> = { readonly items: readonly Item[]; readonly next: Position | null };

type Described = {
  /** Identifies it in the document and in cursors. */
  readonly id: string;
  readonly group: Group;
  /** As in "/studies/{studyId}/rounds": names in braces are keys of the input. */
  readonly path: string;
  readonly summary: string;
  readonly about: string;
  /** The procedure that does it, and so checks the role. */
  readonly procedure: string;
};

export const groups = [
  "Studies",
  "Drafts",
  "Members",
  "Panel",
  "Rounds",
  "Outcomes",
  "Policy",
  "People",
  "Files",
] as const;
export type Group = (typeof groups)[number];

/** One API operation, done by a procedure. */
export type Operation = Described & {
  readonly method: "GET" | "POST";
  readonly status: 200 | 201 | 202;
  /** The procedure's own schema. */
  readonly input: z.ZodObject;
  /**
   * Keys of the input that the program does not send itself: they come from a cursor or from the header
   * Idempotency-Key.
   */
  readonly withheld: readonly string[];
  readonly isList: boolean;
  readonly answer: z.ZodType;
  readonly call: (caller: OperationCaller, input: unknown, at: Position | null) => Promise<unknown>;
};

type Kept<Schema extends z.ZodObject> = Described & { readonly input: Schema };

/** A read operation; `withheld` lists the keys that only pages use. */
type Read<Schema extends z.ZodObject> = Kept<Schema> & {
  readonly withheld?: readonly (string & keyof z.input<Schema>)[];
};

/** Reads one thing. */
export function reading<Schema extends z.ZodObject, Answer extends z.ZodType>(
  given: Read<Schema> & {
    readonly answer: Answer;
    readonly call: (caller: OperationCaller, input: z.input<Schema>) => Promise<z.input<Answer>>;
  },
): Operation {
  const { withheld = [] } = given;
  return { ...given, method: "GET", status: 200, withheld, isList: false, call: given.call as never };
}

/**
 * Reads a page of a list; `position` is the key of the input that tells the procedure where to begin.
 */
export function listing<Schema extends z.ZodObject, Item extends z.ZodType>(
  given: Read<Schema> & {
    readonly position: string & keyof z.input<Schema>;
    readonly item: Item;
    readonly call: (
      caller: OperationCaller,
      input: z.input<Schema>,
      at: Position | null,
    ) => Promise<Page<z.input<Item>>>;
  },
): Operation {
  const { item, position, call, ...described } = given;
  const answer = z.strictObject({
    items: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: "The value of cursor for the next page; null on the last one" }),
  });
  const withheld = [...(given.withheld ?? []), position];
  return { ...described, answer, withheld, method: "GET", status: 200, isList: true, call: call as never };
}

/** Changes something, once for each Idempotency-Key. */
export function acting<Schema extends z.ZodObject, Answer extends z.ZodType>(
  given: Kept<Schema> & {
    readonly status: 200 | 201 | 202;
    readonly answer: Answer;
    readonly call: (caller: OperationCaller, input: z.input<Schema>) => Promise<z.input<Answer>>;
  },
): Operation {
  const withheld = "idempotencyKey" in given.input.shape ? ["idempotencyKey"] : [];
  return { ...given, method: "POST", withheld, isList: false, call: given.call as never };
}

/** One operation that is not a procedure: a file that is streamed, or taken. */
export type FileOperation = Omit<Described, "procedure"> & {
  readonly method: "GET" | "PUT";
  readonly scope: Scope;
  /** Roles that may use it, as in a browser; never an auditor. */
  readonly roles: readonly ReaderRole[];
  readonly query: z.ZodObject;
  readonly contentTypes: readonly string[];
  /** The answer to a file that is sent. */
  readonly answer?: z.ZodType;
};

/** Arguments of a file operation. */
export type FileCall<Query = object> = {
  readonly operation: FileOperation;
  readonly request: Request;
  readonly context: ProgramContext;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
};
