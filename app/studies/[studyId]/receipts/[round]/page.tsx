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
import { RoundStateTag } from "#components/rounds/round-state.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { RoundNews } from "#components/ui/live/round-news.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Main, PageHead } from "#components/ui/page.tsx";
import { judgingAddress } from "#components/ui/study-addresses.ts";
import * as t from "#messages/receipts.ts";
import { formatNumber } from "#server/format.ts";
import { api } from "#server/http/caller.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { requirePanelRound } from "#server/http/page-addresses.ts";
import { currentViewer, requireStudyRole, type StudyHead } from "#server/http/pages.ts";

type Receipt = Outputs["rounds"]["receipts"]["receipts"][number];
type Props = PageProps<"/studies/[studyId]/receipts/[round]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await currentViewer();
  return { title: t.receiptTitle({ round: (await params).round }) };
}

export default async function ReceiptPage({ params }: Props) {
  const { studyId, round } = await params;
  const { account, role, study } = await requireStudyRole(studyId, "auditor", "former-auditor");
  const number = await requirePanelRound(studyId, round, account.id);
  return (
    <Suspense fallback={<PaperSkeleton label={t.loadingReceipt()} />}>
      <Receipts study={study} accountId={account.id} number={number} isFormer={role === "former-auditor"} />
    </Suspense>
  );
}

async function Receipts({
  study,
  accountId,
  number,
  isFormer,
}: {
  study: StudyHead;
  accountId: string;
  number: number;
  isFormer: boolean;
}) {
  const studyId = study.id;
  const receipts = await (await api()).rounds.receipts({ studyId, round: number });
  const [last, ...earlier] = receipts.receipts;
  const { panel, place } = receipts;
  return (
    <>
      <RoundCaption
        studyName={study.name}
        round={receipts.round}
        panel={panel}
        tag={<RoundStateTag state={receipts.round.state} />}
      >
        <SealedState sealedAt={last?.at ?? null} isChanged={receipts.isChanged} />
      </RoundCaption>
      {!isFormer && (
        <RoundNews studyId={studyId} {...(receipts.round.closedAt === null && { shown: receipts.round })} />
      )}
      <Main>
        {receipts.hiddenAt !== null && <HiddenNotice hiddenAt={receipts.hiddenAt} />}
        {receipts.isChanged && (
          <Notice tone="warn" title={t.changedTitle()} className="mb-8">
            {t.changedNote({
              link: (text) => <Link href={`${judgingAddress(studyId, number)}?view=review`}>{text}</Link>,
            })}
          </Notice>
        )}
        {last === undefined ? (
          <NotRecorded takesVerdicts={receipts.round.takesVerdicts} here={judgingAddress(studyId, number)} />
        ) : (
          <>
            <p className="mb-2 flex items-center gap-1.5 font-[560] text-good">
              <CircleCheck aria-hidden className="size-4" />
              {t.recorded()}
            </p>
            <PageHead title={t.ballotIsEntry({ entry: formatNumber(last.seq) })} />
            <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
              <div>
                <ReceiptSlip
                  facts={{ ...withoutContent(last), studyName: study.name }}
                  verdictCount={last.verdicts.length}
                  reports={receipts.reports}
                  votes={last.votes}
                  place={place}
                  seatCount={panel.seatCount}
                  accountId={accountId}
                />
                {!isFormer && (
                  <div className="mt-10">
                    <CheckVote
                      owner={{ studyId, accountId }}
                      seq={last.seq}
                      witnessCount={receipts.witnessCount}
                    />
                  </div>
                )}
                <WhatNext studyId={studyId} receipts={receipts} />
              </div>
              <aside aria-label={t.aboutReceipt()}>
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

/** Removes the verdicts and votes from a receipt, so that the kept and shared part does not reveal them. */
function withoutContent({ verdicts: _, votes: __, ...receipt }: Receipt) {
  return receipt;
}

function NotRecorded({ takesVerdicts, here }: { takesVerdicts: boolean; here: string }) {
  return (
    <PageHead title={t.notRecorded()} lede={t.notRecordedNote({ takesVerdicts })}>
      {takesVerdicts && (
        <ButtonLink look="act" href={`${here}?view=review`}>
          {t.reviewAndSeal()}
        </ButtonLink>
      )}
    </PageHead>
  );
}
