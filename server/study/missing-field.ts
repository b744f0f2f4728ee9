import type { Missing, SettingsDraft } from "./draft.ts";

type SettingField = keyof SettingsDraft | `${keyof SettingsDraft}.${string}`;

/** Names what is missing or wrong in a field of the settings. */
export function atSetting(field: SettingField, message: string): Missing {
  return { step: "settings", field, message };
}

/** Names what is missing or wrong in a field of the rules. */
export function atRules(field: string, message: string): Missing {
  return { step: "rules", field, message };
}
