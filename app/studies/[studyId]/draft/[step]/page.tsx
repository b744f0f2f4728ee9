import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { stepOf } from "#components/setup/steps.ts";
import * as t from "#messages/setup.ts";
import { api } from "#server/http/caller.ts";
import { requireDraftRole } from "#server/http/pages.ts";
import { StepView } from "./step-view.tsx";

type Props = PageProps<"/studies/[studyId]/draft/[step]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: stepOf((await params).step)?.title ?? t.newStudy() };
}

export default async function SetupStepPage({ params }: Props) {
  const { studyId, step } = await params;
  await requireDraftRole(studyId, "operator");
  const name = stepOf(step)?.name;
  if (name === undefined) notFound();
  const view = await (await api()).drafts.read({ studyId });
  if (view !== null && stepOf(name, view.draft.kind) === undefined) redirect(`/studies/${studyId}/draft`);
  return <StepView name={name} />;
}
