import { Suspense } from "react";
import { ReceiptLimits } from "#components/judging/ballots/earlier-ballots.tsx";
import { Devices } from "#components/judging/devices/devices.tsx";
import { ReceiptsView } from "#components/judging/receipts/receipts-page.tsx";
import { ballotPage } from "#components/judging/receipts/rows.ts";
import { RoundsSkeleton } from "#components/judging/skeletons.tsx";
import { type ListState, listState } from "#components/ui/list-state.ts";
import { StudyPage } from "#components/ui/shell/study-page.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/receipts.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, type StudyHead, titled } from "#server/http/pages.ts";

type Role = "auditor" | "former-auditor";

export const generateMetadata = titled(() => common.tab({ tab: "receipts" }));

export default async function ReceiptsPage({
  params,
  searchParams,
}: PageProps<"/studies/[studyId]/receipts">) {
  const { studyId } = await params;
  const { account, role, study } = await requireStudyRole(studyId, "auditor", "former-auditor");
  return (
    <Suspense fallback={<RoundsSkeleton />}>
      <Receipts
        study={study}
        accountId={account.id}
        state={listState(`/studies/${studyId}/receipts`, await searchParams)}
        role={role}
      />
    </Suspense>
  );
}

async function Receipts({
  study,
  accountId,
  state,
  role,
}: {
  study: StudyHead;
  accountId: string;
  state: ListState;
  role: Role;
}) {
  const studyId = study.id;
  const own = await (await api()).rounds.ownReceipts({ studyId });
  const { seat, keys, waiting } = own;
  return (
    <StudyPage name={study.name} role={role} title={common.tab({ tab: "receipts" })} lede={t.lede()}>
      <ReceiptsView
        {...{ owner: { studyId, accountId }, state }}
        page={ballotPage(own.ballots, state)}
        witnessCount={own.witnessCount}
        mayReadLog={role === "auditor"}
      />
      <div className="mt-4 mb-10 max-w-measure">
        <ReceiptLimits />
      </div>
      {seat !== null && keys.length > 0 && (
        <Devices studyId={studyId} seat={seat} keys={keys} waiting={waiting} />
      )}
    </StudyPage>
  );
}
