import type { SettingsDraft } from "#server/study/draft.ts";

/** Settings of mode `guarded` with its defaults, for a draft with the tests' other settings. */
export const guardedSettings: Partial<SettingsDraft> = {
  mode: "guarded",
  horizon: "",
  alphaPoints: "10",
};
