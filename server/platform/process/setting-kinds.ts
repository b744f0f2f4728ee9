import { z } from "zod";

/** A kind of value that a variable may hold: how to parse it, and how an error describes it. */
export type Kind<Value> = { readonly schema: z.ZodType<Value, string>; readonly expected: string };

/** Any text; its own reader parses it. */
export const words: Kind<string> = { schema: z.string(), expected: "a text" };

/** A switch: `1` or `0`. */
export const onOrOff: Kind<boolean> = {
  schema: z.enum(["1", "0"]).transform((text) => text === "1"),
  expected: "1 or 0",
};

/** A whole number within limits. @param what such as "whole seconds" */
export function whole(what: string, least: number, most: number): Kind<number> {
  const number = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(least).max(most));
  return { schema: number, expected: `${what} from ${least} to ${most}` };
}

export function oneOf<const Word extends string>(...known: readonly Word[]): Kind<Word> {
  return { schema: z.enum(known), expected: `one of ${known.join(", ")}` };
}

/** An origin: no path, no query. */
export function origin(example: string): Kind<string> {
  const schema = z
    .string()
    .refine(isOrigin)
    .transform((text) => new URL(text).origin);
  return { schema, expected: `an address without a path, such as ${example}` };
}

/** Origins, separated by commas. */
export function origins(example: string): Kind<readonly string[]> {
  const { schema } = origin(example);
  return {
    schema: z
      .string()
      .transform((text) => text.split(",").map((one) => one.trim()))
      .pipe(z.array(schema)),
    expected: `addresses without a path, separated by commas, such as ${example}`,
  };
}

/** An address with one of these protocols. @param protocols such as "http:" */
export function address(protocols: readonly string[], example: string): Kind<string> {
  const schema = z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol));
  return { schema, expected: `an address such as ${example}` };
}

/** A secret token that a program sends in a header. */
export const token: Kind<string> = {
  schema: z.string().regex(/^[\w.~+/=-]{16,}$/),
  expected: "16 or more letters, digits and -._~+/=",
};

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash } = new URL(text);
  return ["http:", "https:"].includes(protocol) && pathname === "/" && search === "" && hash === "";
}
