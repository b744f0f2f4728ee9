"use client";

import dynamic from "next/dynamic";
import type { StepName } from "#server/study/draft.ts";

/** Each step is loaded with its own scripts alone. */
const views = {
  purpose: dynamic(async () => (await import("#components/setup/purpose-step.tsx")).PurposeStep),
  people: dynamic(async () => (await import("#components/setup/people/people-step.tsx")).PeopleStep),
  rules: dynamic(async () => (await import("#components/setup/rules/rules-step.tsx")).RulesStep),
  settings: dynamic(async () => (await import("#components/setup/settings/settings-step.tsx")).SettingsStep),
  rehearsal: dynamic(
    async () => (await import("#components/setup/rehearsal/rehearsal-step.tsx")).RehearsalStep,
  ),
  publish: dynamic(async () => (await import("#components/setup/review/review-step.tsx")).ReviewStep),
} as const satisfies Record<StepName, unknown>;

/** One step of a draft. */
export function StepView({ name }: { name: StepName }) {
  const View = views[name];
  return <View />;
}
