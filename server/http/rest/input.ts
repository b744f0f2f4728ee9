import { z } from "zod";
import { badInput } from "#server/errors.ts";
import type { Operation } from "./operation.ts";

type Texts = Readonly<Record<string, string>>;

/**
 * Builds a procedure's input: from the path, the query of a read, the body of a change. The procedure's schema checks
 * it; here only whole numbers are parsed, which addresses hold as text.
 *
 * @throws DomainError "bad-input" for a value that the path, a cursor or a header already gives
 */
export function inputOf(
  { input, withheld }: Pick<Operation, "input" | "withheld">,
  { path, given }: { path: Texts; given: Readonly<Record<string, unknown>> },
): Record<string, unknown> {
  const doubled = Object.keys(given).find((name) => name in path || withheld.includes(name));
  if (doubled !== undefined) throw badInput(`There is no “${doubled}” to be given here.`, doubled);
  return { ...given, ...numbersRead(input, path) };
}

/** @throws DomainError "bad-input" for a parameter that is given twice */
export function queryOf(url: URL): Record<string, string> {
  const pairs = [...url.searchParams];
  const twice = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) !== index);
  if (twice !== undefined) {
    throw badInput(`“${twice[0]}” is given twice, expected once.`, twice[0]);
  }
  return Object.fromEntries(pairs);
}

/** Parses whole numbers where the schema wants numbers. */
export function numbersRead(schema: z.ZodObject, texts: Texts): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const isNumber = isWhole(schema.shape[name]) && /^\d{1,15}$/.test(text);
      return [name, isNumber ? Number(text) : text];
    }),
  );
}

function isWhole(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isWhole(schema.unwrap());
  return schema instanceof z.ZodNumber;
}
