import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { givenPath } from "#server/platform/process/given-path.ts";
import { parsePlan, type SimulationPlan, SimulationRefusal } from "#server/simulation/plan.ts";

export type Options = {
  readonly plan: SimulationPlan;
  readonly out: string;
  readonly isQuiet: boolean;
};

const options = {
  out: { type: "string" },
  quiet: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** A part of a plan, such as world.types, and its value. */
const assignment = /^([a-z]\w*(?:\.\w+)*)=(.*)$/is;

/**
 * Reads the command line and the plan that it names.
 *
 * @returns undefined if help was requested
 * @throws SimulationRefusal
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values, positionals } = parse(args);
  if (values.help === true) return undefined;
  const parts = positionals.flatMap((text) => {
    const [, path, value] = assignment.exec(text) ?? [];
    return path === undefined ? [] : [{ path: path.split("."), value: jsonOrText(value ?? "") }];
  });
  const plans = positionals.filter((text) => !assignment.test(text));
  if (plans.length > 1) throw new SimulationRefusal(`one plan at a time, found ${plans.join(", ")}`);
  const plan = plans[0] === undefined ? { world: { kind: "synthetic" } } : readJson(plans[0]);
  return {
    plan: parsePlan(parts.reduce((whole: unknown, { path, value }) => withPart(whole, path, value), plan)),
    out: values.out ?? "simulation-results",
    isQuiet: values.quiet === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw new SimulationRefusal(`${cause instanceof Error ? cause.message : String(cause)} (see --help)`, {
      cause,
    });
  }
}

/** @param file or the JSON itself */
function readJson(file: string): object {
  let value: unknown;
  try {
    value = JSON.parse(file.startsWith("{") ? file : readFileSync(givenPath(file), "utf8"));
  } catch (cause) {
    throw new SimulationRefusal(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new SimulationRefusal(`${file} holds no object`);
}

/** Parses a value. Text that is no JSON stays as it is, such as 2/3. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns a plan in which one part has another value; the plan is checked afterwards. */
function withPart(whole: unknown, [name, ...path]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const parts: Readonly<Record<string, unknown>> = typeof whole === "object" ? { ...whole } : {};
  return { ...parts, [name]: withPart(parts[name], path, value) };
}
