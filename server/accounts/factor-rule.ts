import { type Setting, setting } from "#server/platform/process/settings.ts";
import { demoPeople } from "./demo-people.ts";

type FactorRule = Setting<"EVENHAND_SECOND_FACTOR">;

/** Who must have a second factor. Anybody else may. */
export function mustHaveFactor(
  { email, platformRole }: { email: string; platformRole: string },
  rule: FactorRule = setting("EVENHAND_SECOND_FACTOR"),
): boolean {
  if (isDemoPerson(email)) return false;
  return rule === "everybody" || (rule === "administrators" && platformRole === "administrator");
}

/** They have one password that everybody knows: a second factor would protect nothing. */
export function isDemoPerson(email: string): boolean {
  return demoPeople.some((person) => person.email === email);
}
