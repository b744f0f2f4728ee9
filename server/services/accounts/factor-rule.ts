import { StartError } from "#server/services/process/start-error.ts";
import { demoPeople } from "./demo-people.ts";

/** Who must have a second factor. Anybody else may. */
export const factorRules = ["administrators", "everybody", "nobody"] as const;
export type FactorRule = (typeof factorRules)[number];

const variable = "EVENHAND_SECOND_FACTOR";

/** @throws StartError, with one sentence for the person at the console */
export function readFactorRule(env: Readonly<Record<string, string | undefined>>): FactorRule {
  const word = env[variable]?.trim() || "administrators";
  const rule = factorRules.find((known) => known === word);
  if (rule === undefined) throw new StartError(`${variable} must be one of ${factorRules.join(", ")}.`);
  return rule;
}

export function mustHaveFactor(
  { email, platformRole }: { email: string; platformRole: string },
  rule: FactorRule = readFactorRule(process.env),
): boolean {
  if (isDemoPerson(email)) return false;
  return rule === "everybody" || (rule === "administrators" && platformRole === "administrator");
}

/** They have one password that everybody knows: a second factor would protect nothing. */
export function isDemoPerson(email: string): boolean {
  return demoPeople.some((person) => person.email === email);
}
