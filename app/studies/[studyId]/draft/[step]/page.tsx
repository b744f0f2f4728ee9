import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { PeopleStep } from "#components/setup/people/people-step.tsx";
import { PurposeStep } from "#components/setup/purpose-step.tsx";
import { RehearsalStep } from "#components/setup/rehearsal/rehearsal-step.tsx";
import { ReviewStep } from "#components/setup/review/review-step.tsx";
import { RulesStep } from "#components/setup/rules/rules-step.tsx";
import { SettingsStep } from "#components/setup/settings/settings-step.tsx";
import { stepOf } from "#components/setup/steps.ts";
import * as t from "#messages/setup.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";
import type { StepName } from "#server/study/draft.ts";

type Props = PageProps<"/studies/[studyId]/draft/[step]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: stepOf((await params).step)?.title ?? t.newStudy() };
}

const views = {
  purpose: PurposeStep,
  people: PeopleStep,
  rules: RulesStep,
  settings: SettingsStep,
  rehearsal: RehearsalStep,
  publish: ReviewStep,
} as const satisfies Record<StepName, unknown>;

export default async function SetupStepPage({ params }: Props) {
  const { studyId, step } = await params;
  await requireStudyRole(studyId, "operator");
  const name = stepOf(step)?.name;
  if (name === undefined) notFound();
  const view = await (await api()).drafts.read({ studyId });
  if (view !== null && stepOf(name, view.draft.kind) === undefined) redirect(`/studies/${studyId}/draft`);
  const View = views[name];
  return <View />;
}
