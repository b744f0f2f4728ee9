import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const measuredSchema = z.object({ nanoseconds: z.number(), check: z.number() });

/** Processor time of the best round, and values that must be equal in every program. */
export type Measured = Readonly<z.output<typeof measuredSchema>>;

/** A round's numbers in the reference programs' input format. */
export type Case = {
  /** Two sets of people: for each eight of them N bytes, bit i of byte h is rule h on person i. */
  readonly file: string;
  readonly size: number;
  readonly people: number;
  readonly eta: number;
  readonly fairnessWeight: number;
  readonly rounds: number;
};

export type Reference = { readonly name: string; readonly run: (given: Case) => Measured };

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Finds the programs with which a round is compared, if this machine can run them.
 *
 * @param folder for built programs
 * @returns the available programs, and a sentence for each missing one
 */
export function findReferences(folder: string): { there: Reference[]; missing: string[] } {
  const program = join(folder, "reference");
  const built = spawnSync("cc", ["-O3", "-march=native", "-o", program, here("reference.c"), "-lm"]);
  const python = ["python3", "/usr/bin/python3"].find(
    (name) => spawnSync(name, ["-c", "import numpy"]).status === 0,
  );
  const there: Reference[] = [];
  const missing: string[] = [];
  if (built.status === 0) there.push({ name: "C", run: (given) => run(program, [], given) });
  else missing.push(`C: no cc here that builds bench/kernel/reference.c. ${built.stderr ?? ""}`.trim());
  if (python === undefined) missing.push("numpy: no python3 with numpy here.");
  else there.push({ name: "numpy", run: (given) => run(python, [here("reference.py")], given) });
  return { there, missing };
}

function run(program: string, before: string[], given: Case): Measured {
  const { file, size, people, eta, fairnessWeight, rounds } = given;
  const numbers = [size, people, eta, fairnessWeight, rounds].map(String);
  const { status, stdout, stderr } = spawnSync(program, [...before, file, ...numbers], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return measuredSchema.parse(JSON.parse(stdout));
}
