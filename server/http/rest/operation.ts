import type { AnyProcedure, inferProcedureInput, inferProcedureOutput } from "@trpc/server";
import { z } from "zod";
import type { ReaderRole } from "#server/accounts/memberships.ts";
import { appRouter } from "#server/http/root.ts";
import type { DeclaredRole } from "#server/http/trpc/roles.ts";
import type { Scope } from "#server/schemas/api-tokens.ts";
import type { ProgramContext } from "./program-context.ts";

type Procedures = (typeof appRouter)["_def"]["record"];

/** Name of a procedure, such as "rounds.open". */
type ProcedureName<Tree = Procedures> = {
  [Key in keyof Tree & string]: Tree[Key] extends AnyProcedure ? Key : `${Key}.${ProcedureName<Tree[Key]>}`;
}[keyof Tree & string];

type Procedure<Name extends string, Tree = Procedures> = Name extends `${infer Head}.${infer Rest}`
  ? Procedure<Rest, Tree[Head & keyof Tree]>
  : Extract<Tree[Name & keyof Tree], AnyProcedure>;

type Input<Name extends ProcedureName> = inferProcedureInput<Procedure<Name>>;
type Output<Name extends ProcedureName> = inferProcedureOutput<Procedure<Name>>;

/** Calls procedures with the rights of a token. */
export type OperationCaller = ReturnType<(typeof appRouter)["createCaller"]>;

/** Position in a list, which its cursor holds. */
export type Position = string | number;

export type Page<Item> = { readonly items: readonly Item[]; readonly next: Position | null };

type Described = {
  /** Identifies it in the document and in cursors. */
  readonly id: string;
  readonly group: Group;
  /** As in "/studies/{studyId}/rounds": names in braces are keys of the input. */
  readonly path: string;
  readonly summary: string;
  readonly about: string;
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
  /** The procedure that does it, and so checks the role. */
  readonly procedure: ProcedureName;
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
  readonly call: (caller: OperationCaller, input: object, at: Position | null) => Promise<unknown>;
};

/** What an answer is made of; it is sent as JSON, so its lists may be those of the product. */
type Sent<Value> = Value extends object ? { readonly [Key in keyof Value]: Sent<Value[Key]> } : Value;

/** Makes the answer to a program from that of the procedure. */
type Shape<Name extends ProcedureName, Answer> = (
  output: Output<Name>,
  input: Input<Name>,
  caller: OperationCaller,
) => Answer | Promise<Answer>;

/** Declares an operation: it reads if its procedure is a query, and otherwise acts once for each Idempotency-Key. */
export function operation<Name extends ProcedureName, Answer extends z.ZodType>(
  given: Described & {
    readonly procedure: Name;
    /** Status of an answer that is no refusal; 200 unless given. */
    readonly status?: Operation["status"];
    /** Keys of the input that only pages use. */
    readonly withheld?: readonly (string & keyof Input<Name>)[];
    readonly answer: Answer;
  } & (Output<Name> extends Sent<z.input<Answer>>
      ? { readonly shape?: Shape<Name, Sent<z.input<Answer>>> }
      : { readonly shape: Shape<Name, Sent<z.input<Answer>>> }),
): Operation {
  const { procedure, withheld = [], shape } = given;
  const { type, input } = declared(procedure);
  const ofHeader = "idempotencyKey" in input.shape ? ["idempotencyKey"] : [];
  return {
    ...{ status: 200, ...given, method: type === "query" ? "GET" : "POST", isList: false },
    ...{ input, withheld: [...withheld, ...ofHeader], call: callOf(procedure, shape) },
  };
}

/**
 * Declares an operation that reads a page of a list.
 *
 * @param position key of the input that tells the procedure where to begin
 * @param begin makes its value from the position in a cursor; a number unless given
 */
export function listing<Name extends ProcedureName, Item extends z.ZodType>(
  given: Described & {
    readonly procedure: Name;
    readonly withheld?: readonly (string & keyof Input<Name>)[];
    readonly position: string & keyof Input<Name>;
    readonly begin?: (at: Position) => unknown;
    readonly item: Item;
    readonly shape: Shape<Name, Page<Sent<z.input<Item>>>>;
  },
): Operation {
  const { item, position, begin = Number, withheld = [] } = given;
  const answer = z.strictObject({
    items: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: "The value of cursor for the next page; null on the last one" }),
  });
  const { input } = declared(given.procedure);
  const call = callOf(given.procedure, given.shape);
  return {
    ...{ ...given, answer, input, withheld: [...withheld, position] },
    ...{ method: "GET", status: 200, isList: true },
    call: (caller, from, at) => call(caller, at === null ? from : { ...from, [position]: begin(at) }),
  };
}

function callOf<Name extends ProcedureName>(name: Name, shape?: Shape<Name, unknown>) {
  return async (caller: OperationCaller, input: object): Promise<unknown> => {
    const procedure = name.split(".").reduce<unknown>((at, key) => Object(at)[key], caller);
    const output = await (procedure as (given: object) => Promise<Output<Name>>)(input);
    return shape === undefined ? output : shape(output, input as Input<Name>, caller);
  };
}

type Declared = {
  readonly type: "query" | "mutation";
  readonly meta: { readonly role?: DeclaredRole; readonly scope?: Scope };
  readonly inputs: readonly [z.ZodObject];
};

/** Returns what a procedure declares: its kind, role and scope, and the schema of its input. */
export function declared(name: ProcedureName): Omit<Declared, "inputs"> & { readonly input: z.ZodObject } {
  const { inputs, ...declaration } = procedures[name]._def;
  return { ...declaration, input: inputs[0] };
}

const procedures = appRouter._def.procedures as unknown as Readonly<
  Record<ProcedureName, { _def: Declared }>
>;

/** One operation that is not a procedure: a file that is streamed, or taken. */
export type FileOperation = Described & {
  readonly method: "GET" | "PUT";
  readonly scope: Scope;
  /** Roles that may use it, as in a browser; never an auditor. */
  readonly roles: readonly ReaderRole[];
  readonly query: z.ZodObject;
  readonly contentTypes: readonly string[];
  /** The answer to a file that is sent. */
  readonly answer?: z.ZodType;
};

export type FileCall<Query = object> = {
  readonly operation: FileOperation;
  readonly request: Request;
  readonly context: ProgramContext;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
};
