import { type Setting, setting } from "#server/platform/process/settings.ts";
import { demoPeople } from "./demo-people.ts";

type FactorRule = Setting<"EVENHAND_SECOND_FACTOR">;

/** Whether an account must have a second factor. For other accounts it is optional. */
export function mustHaveFactor(
  { email, platformRole }: { email: string; platformRole: string },
  rule: FactorRule = setting("EVENHAND_SECOND_FACTOR"),
): boolean {
  if (isDemoPerson(email)) return false;
  return rule === "everyone" || (rule === "administrators" && platformRole === "administrator");
}

/**
 * Whether an address belongs to a demonstration account. Their password is public, so a second factor would protect
 * nothing.
 */
export function isDemoPerson(email: string): boolean {
  return demoPeople.some((person) => person.email === email);
}
