import type { SettingsDraft } from "#server/study/draft.ts";

/** Mode `guarded` with its defaults, in a draft whose other settings are those of the tests. */
export const guardedSettings: Partial<SettingsDraft> = {
  mode: "guarded",
  horizon: "",
  alphaPoints: "10",
};
