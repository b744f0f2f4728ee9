import type { Metadata } from "next";
import { Suspense } from "react";
import { ReceiptLimits } from "#components/judging/ballots/earlier-ballots.tsx";
import { ReceiptsView } from "#components/judging/receipts/receipts-page.tsx";
import { RoundsSkeleton } from "#components/judging/skeletons.tsx";
import { Caption, CaptionBox } from "#components/ui/caption.tsx";
import { Link } from "#components/ui/link.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { formatNumber } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import { requireStudyRole } from "#server/http/pages.ts";

export const metadata: Metadata = { title: "My receipts" };

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
      <Caption label="The study in short">
        <CaptionBox label="Study">
          <span className="truncate">{own.studyName}</span>
        </CaptionBox>
        <CaptionBox label="My ballots">{formatNumber(own.ballots.length)}</CaptionBox>
        <CaptionBox label="Your role">{isFormer ? "Former auditor" : "Auditor"}</CaptionBox>
      </Caption>
      <Main>
        <PageHead
          title="My receipts"
          crumb={<Link href={`/studies/${owner.studyId}/judging`}>My rounds</Link>}
          lede="Every ballot you sealed in this study. A receipt is kept on the device that sealed it; when the round has ended the server’s signature is added."
        />
        <ReceiptsView owner={owner} own={own} mayReadLog={!isFormer} />
        <div className="mt-4 max-w-measure">
          <ReceiptLimits />
        </div>
      </Main>
    </>
  );
}
