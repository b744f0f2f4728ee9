import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { validateSpec } from "#server/learner/config/validate-spec.ts";
import type { App } from "#server/platform/app/app.ts";
import { changeSettings } from "#server/platform/app/study-settings.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { learningOf, settingsOf } from "#server/studies/settings.ts";

/** Gives a published study another learner before its first opening, with the log entry `settings.revised`. */
export function reviseLearner(
  app: App,
  studyId: string,
  change: (spec: LearnerSpec) => LearnerSpec,
): Promise<void> {
  return writeStudy(app, studyId, async (writer) => {
    const before = learningOf(settingsOf(writer.study));
    const settings = { ...before, learner: change(before.learner) };
    validateSpec(settings.learner);
    writer.append("settings.revised", { settings });
    await changeSettings(writer, settings);
  });
}

/** Changes a spec to mode `guarded` with the defaults of new studies. */
export function asGuarded({ delta: _, ...spec }: LearnerSpec): LearnerSpec {
  return {
    ...spec,
    mode: "guarded",
    horizon: null,
    afterHorizon: "anytime",
    pairRule: "all",
    rejectedHalves: "at-close",
    fairnessMultiplier: "1",
    prior: { kind: "constants", none: DEFAULTS.constantShare, all: DEFAULTS.constantShare },
    draw: "even",
    guarded: DEFAULTS.guarded,
  };
}
