import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import { Suspense } from "react";
import { CheckVote } from "#components/judging/ballots/check-vote.tsx";
import { EarlierBallots, ReceiptLimits } from "#components/judging/ballots/earlier-ballots.tsx";
import { ReceiptSlip } from "#components/judging/ballots/receipt-slip.tsx";
import { WhatNext } from "#components/judging/ballots/what-next.tsx";
import { HiddenNotice } from "#components/judging/hidden-notice.tsx";
import { RoundCaption } from "#components/judging/round-caption.tsx";
import { SealedState } from "#components/judging/sealed-state.tsx";
import { PaperSkeleton } from "#components/judging/skeletons.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { RoundNews } from "#components/ui/live/round-news.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { formatNumber } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { requirePanelRound } from "#server/http/page-addresses.ts";
import { requireStudyRole } from "#server/http/pages.ts";

type Receipt = Outputs["rounds"]["receipts"]["receipts"][number];
type Props = { params: Promise<{ studyId: string; round: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Receipt, round ${(await params).round}` };
}

export default async function ReceiptPage({ params }: Props) {
  const { studyId, round } = await params;
  const { account, role } = await requireStudyRole(studyId, "auditor", "former-auditor");
  const number = await requirePanelRound(studyId, round, account.id);
  return (
    <Suspense fallback={<PaperSkeleton label="Loading the receipt" />}>
      <Receipts
        owner={{ studyId, accountId: account.id }}
        number={number}
        isFormer={role === "former-auditor"}
      />
    </Suspense>
  );
}

async function Receipts({
  owner,
  number,
  isFormer,
}: {
  owner: { studyId: string; accountId: string };
  number: number;
  isFormer: boolean;
}) {
  const { studyId, accountId } = owner;
  const receipts = await (await api()).rounds.receipts({ studyId, round: number });
  const [last, ...earlier] = receipts.receipts;
  const here = `/studies/${studyId}/judging/${number}`;
  const { studyName, panel, place } = receipts;
  return (
    <>
      <RoundCaption studyName={studyName} round={receipts.round} panel={panel}>
        <SealedState sealedAt={last?.at ?? null} />
      </RoundCaption>
      {!isFormer && (
        <RoundNews studyId={studyId} {...(receipts.round.closedAt === null && { shown: receipts.round })} />
      )}
      <Main>
        {receipts.hiddenAt !== null && <HiddenNotice hiddenAt={receipts.hiddenAt} />}
        {last === undefined ? (
          <NotRecorded takesVerdicts={receipts.round.takesVerdicts} here={here} />
        ) : (
          <>
            <p className="mb-2 flex items-center gap-1.5 font-[560] text-good">
              <CircleCheck aria-hidden className="size-4" />
              Recorded
            </p>
            <PageHead title={`Your ballot is entry ${formatNumber(last.seq)} of the log`} />
            <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
              <div>
                <ReceiptSlip
                  facts={{ ...withoutVerdicts(last), studyName }}
                  verdictCount={last.verdicts.length}
                  place={place}
                  seatCount={panel.seatCount}
                  accountId={accountId}
                />
                {!isFormer && <CheckVote owner={owner} seq={last.seq} witnessCount={receipts.witnessCount} />}
                <WhatNext receipts={receipts} here={here} />
              </div>
              <aside aria-label="About this receipt">
                <EarlierBallots receipts={earlier} />
                <ReceiptLimits />
              </aside>
            </div>
          </>
        )}
      </Main>
    </>
  );
}

/** Removes the verdicts from a receipt, so that the kept and shared part does not reveal them. */
function withoutVerdicts({ verdicts: _, ...receipt }: Receipt) {
  return receipt;
}

function NotRecorded({ takesVerdicts, here }: { takesVerdicts: boolean; here: string }) {
  return (
    <PageHead
      title="Not recorded yet"
      lede={
        takesVerdicts
          ? "There is no ballot of yours in the log for this round. Your verdicts are saved and count once you seal them."
          : "You did not seal in this round. That counts as no flags, and the record says so."
      }
    >
      {takesVerdicts && (
        <ButtonLink look="act" href={`${here}?view=review`}>
          Review and seal
        </ButtonLink>
      )}
    </PageHead>
  );
}
