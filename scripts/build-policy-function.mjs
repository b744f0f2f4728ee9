import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const POLICY_FUNCTION = "clients/python/src/evenhand/policy_chances.py";
const folder = `${root}.build/python/`;

/** Writes the function `policy_chances` of the Python client to .build/python as a text that a module exports. */
export function buildPolicyFunction() {
  const text = readFileSync(root + POLICY_FUNCTION, "utf8");
  mkdirSync(folder, { recursive: true });
  // Replaced in one step, because a server or another test run may be reading it.
  const file = `${folder}policy-chances.ts`;
  writeFileSync(`${file}.${process.pid}`, `export const policyChancesSource = ${JSON.stringify(text)};\n`);
  renameSync(`${file}.${process.pid}`, file);
}
