import { StartError } from "./start-error.ts";
import { variables } from "./variables.ts";

type Name = keyof typeof variables;
export type Env = Readonly<Record<string, string | undefined>>;

/** The value of a variable, or its default. */
export type Setting<Of extends Name> =
  | ReturnType<(typeof variables)[Of]["kind"]["schema"]["parse"]>
  | (typeof variables)[Of]["usual"];

/** Variables of programs other than the server: its tests, trials and generators. */
const elsewhere = /^EVENHAND_(?:(?:TEST|TRIAL|E2E)_|(?:COUNTS|GENERATE|TRACE|VERBOSE)$)/;

const read = new Map<Name, { readonly text: string; readonly value: unknown }>();

/**
 * Returns a setting of this server. A blank value counts as unset. A text that was parsed once is not parsed again.
 *
 * @throws StartError for an invalid value; the start has already checked it
 */
export function setting<Of extends Name>(name: Of, env: Env = process.env): Setting<Of> {
  const text = env[name]?.trim() ?? "";
  if (text === "") return variables[name].usual;
  const known = read.get(name);
  if (known?.text === text) return known.value as Setting<Of>;
  const value = readText(name, text);
  read.set(name, { text, value });
  return value as Setting<Of>;
}

/**
 * Checks every variable once, so that a wrong value or an unknown name stops the start.
 *
 * @throws StartError with one sentence: the variable, what was found (unless it is secret), what is expected
 */
export function checkSettings(env: Env): void {
  for (const name of Object.keys(variables) as Name[]) setting(name, env);
  const unknown = Object.keys(env).find((name) => isOurs(name) && env[name] !== "");
  if (unknown !== undefined) {
    throw new StartError(
      `${unknown} is set, and there is no such setting: see the table in docs/operations.md.`,
    );
  }
}

function isOurs(name: string): boolean {
  return name.startsWith("EVENHAND_") && !Object.hasOwn(variables, name) && !elsewhere.test(name);
}

function readText(name: Name, text: string): unknown {
  const { kind, ...about } = variables[name];
  const result = kind.schema.safeParse(text);
  if (result.success) return result.data;
  const found = "isSecret" in about ? "what is set is not" : `"${text}" is not`;
  throw new StartError(`${name} must be ${kind.expected}, and ${found}.`);
}
