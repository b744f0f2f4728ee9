import { Suspense } from "react";
import { ReceiptLimits } from "#components/judging/ballots/earlier-ballots.tsx";
import { ReceiptsView } from "#components/judging/receipts/receipts-page.tsx";
import { RoundsSkeleton } from "#components/judging/skeletons.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import * as common from "#messages/common.ts";
import * as t from "#messages/receipts.ts";
import { formatNumber } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole, titled } from "#server/http/pages.ts";

export const generateMetadata = titled(t.myReceipts);

export default async function ReceiptsPage({ params }: { params: Promise<{ studyId: string }> }) {
  const { studyId } = await params;
  const { account, role } = await requireStudyRole(studyId, "auditor", "former-auditor");
  return (
    <Suspense fallback={<RoundsSkeleton />}>
      <Receipts owner={{ studyId, accountId: account.id }} isFormer={role === "former-auditor"} />
    </Suspense>
  );
}

async function Receipts({
  owner,
  isFormer,
}: {
  owner: { studyId: string; accountId: string };
  isFormer: boolean;
}) {
  const own = await (await api()).rounds.ownReceipts({ studyId: owner.studyId });
  return (
    <>
      <Caption label={t.studyInShort()}>
        <CaptionBox label={common.study()}>
          <span className="truncate">{own.studyName}</span>
        </CaptionBox>
        <CaptionBox label={t.myBallots()}>{formatNumber(own.ballots.length)}</CaptionBox>
        <CaptionBox label={common.yourRole()}>
          {isFormer ? t.formerAuditor() : common.role({ role: "auditor" })}
        </CaptionBox>
      </Caption>
      <Main>
        <PageHead
          title={t.myReceipts()}
          crumb={<Link href={`/studies/${owner.studyId}/judge`}>{t.myRounds()}</Link>}
          lede={t.myReceiptsLede()}
        />
        <ReceiptsView owner={owner} own={own} mayReadLog={!isFormer} />
        <div className="mt-4 max-w-measure">
          <ReceiptLimits />
        </div>
      </Main>
    </>
  );
}
