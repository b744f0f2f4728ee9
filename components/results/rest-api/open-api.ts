import type { Scope } from "#server/schemas/api-tokens.ts";

/** The subset of OpenAPI 3.1 that our own document uses. */
export type OpenApi = {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
};

export type OpenApiOperation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly [{ readonly token: readonly [Scope] }];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};

export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
};

/** An operation, as the form that tries it needs it. */
export type TryableCall = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The example of its body; null if it only reads. */
  readonly body: { readonly type: string; readonly example: string } | null;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly about: string;
    readonly required: boolean;
  }[];
};

/** Lists the operations that can be tried: those that only read, and those that set up a draft. */
export function tryableCalls({ paths }: Pick<OpenApi, "paths">): TryableCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: id, tags, requestBody, ...operation }]) => {
      if (method !== "get" && !tags.includes("Drafts")) return [];
      const parameters = (operation.parameters ?? []).flatMap(
        ({ name, in: place, required = false, ...rest }) =>
          place === "header"
            ? []
            : [{ name, in: place, required, about: rest.description ?? rest.schema.description ?? "" }],
      );
      return [
        { id, method: method.toUpperCase(), path, body: bodyOf(requestBody?.content ?? {}), parameters },
      ];
    }),
  );
}

function bodyOf(content: Content): TryableCall["body"] {
  const [first] = Object.entries(content);
  if (first === undefined) return null;
  const [type, { example }] = first;
  return { type, example: typeof example === "string" ? example : JSON.stringify(example, null, 2) };
}

export type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;

export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
};

/** A field of an object as a row. `name` is its path, as in `items[].round`. */
export type ApiFieldRow = {
  readonly name: string;
  readonly type: string;
  /** The shared schema that the field uses; null if there is none. */
  readonly part: string | null;
  readonly about: string;
  readonly isRequired: boolean;
};

/**
 * Lists all fields of a schema, including those of nested objects but not those of shared schemas, which have their
 * own tables.
 */
export function apiFieldRows(schema: JsonSchema, before = ""): ApiFieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = `${before}${key}`;
    const row = {
      name,
      type: typeWords(field),
      part: partOf(field),
      about: field.description ?? "",
      isRequired: schema.required?.includes(key) ?? false,
    };
    const [inner, mark] = innerOf(field);
    return [row, ...(inner === null ? [] : apiFieldRows(inner, `${name}${mark}.`))];
  });
}

function innerOf(field: JsonSchema): [inner: JsonSchema | null, mark: string] {
  const known = present(field);
  if (known.properties !== undefined) return [known, ""];
  return known.items?.properties === undefined ? [null, ""] : [known.items, "[]"];
}

/** Describes a type, such as "whole number" or "list of texts or null". */
export function typeWords(field: JsonSchema): string {
  const words = bareWords(present(field));
  return isNullable(field) ? `${words} or null` : words;
}

/** Returns the name of the shared schema that a schema, or each item of a list, refers to. */
export function partOf(field: JsonSchema): string | null {
  const { $ref, items } = present(field);
  return ($ref ?? items?.$ref)?.split("/").at(-1) ?? null;
}

function bareWords({ $ref, type, enum: words, const: only, items }: JsonSchema): string {
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? "";
  if (words !== undefined) return words.length > 12 ? "one of many words" : words.map(String).join(" | ");
  if (only !== undefined) return String(only);
  if (items !== undefined) return `list of ${bareWords(present(items))}`;
  const kind = typeof type === "string" ? type : (type?.find((one) => one !== "null") ?? "anything");
  return kindWords[kind] ?? kind;
}

const kindWords: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  number: "number",
  boolean: "true or false",
  object: "object",
};

/** Removes "or null" from a schema. */
function present(field: JsonSchema): JsonSchema {
  return field.anyOf?.find(({ type }) => type !== "null") ?? field;
}

function isNullable({ anyOf, type }: JsonSchema): boolean {
  if (Array.isArray(type)) return type.includes("null");
  return anyOf?.some((one) => one.type === "null") ?? false;
}
