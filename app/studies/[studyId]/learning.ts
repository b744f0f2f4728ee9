import { redirect } from "next/navigation";
import type { StudyHead } from "#server/http/pages.ts";

/** Redirects from the pages that an audit does not have: it records no outcomes and draws its people at random. */
export function requireLearning({ id, isAudit }: StudyHead): void {
  if (isAudit) redirect(`/studies/${id}`);
}
