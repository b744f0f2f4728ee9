"use client";

import { CircleAlert, CircleCheck, CircleDashed, SearchCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import type { VoteReport } from "#server/log/check-vote.ts";
import type { KeptReceipt } from "#server/log/receipts.ts";

type Owner = { readonly studyId: string; readonly accountId: string };

/** Holds the log as it is now against what this device kept when the ballot was sealed. */
export function CheckVote({ owner, seqs }: { owner: Owner; seqs: readonly number[] }) {
  const kept = useKept(owner, seqs);
  const [report, setReport] = useState<VoteReport | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [failure, setFailure] = useState("");
  const mine = kept?.find(({ seq }) => seq === seqs[0]);

  async function check(receipt: KeptReceipt) {
    setChecking(true);
    setFailure("");
    try {
      setReport(await checkAgainstLog(owner.studyId, receipt, kept ?? []));
    } catch {
      setFailure("The log could not be read, so nothing was checked. Try again.");
    }
    setChecking(false);
  }

  return (
    <Section
      title="Check my vote"
      note="Your browser reads the whole log and holds it against the receipt that this device kept."
    >
      {kept !== null && mine === undefined && (
        <p className="text-sm text-ink-2">
          This device has no receipt of this ballot: it was sealed on another one, or this browser was cleared
          since. Check it there, or compare the fingerprint above with the one you kept.
        </p>
      )}
      {mine !== undefined && (
        <Button busy={isChecking} onClick={() => check(mine)}>
          <SearchCheck aria-hidden />
          {isChecking ? "Reading the log" : report === null ? "Check my vote" : "Check again"}
        </Button>
      )}
      <div role="status" className="mt-4 grid gap-4">
        {failure !== "" && <Notice tone="bad" title={failure} />}
        {report !== null && <Answers report={report} />}
      </div>
    </Section>
  );
}

/** What this device kept of these ballots; null while it looks. */
function useKept({ studyId, accountId }: Owner, seqs: readonly number[]): readonly KeptReceipt[] | null {
  const [kept, setKept] = useState<readonly KeptReceipt[] | null>(null);
  const list = seqs.join();
  useEffect(() => {
    let isGone = false;
    async function look() {
      const { findReceipt } = await import("./kept-receipts.ts");
      const wanted = list.split(",").map(Number);
      const found = await Promise.all(wanted.map((seq) => findReceipt({ studyId, accountId }, seq)));
      if (!isGone) setKept(found.filter((receipt) => receipt !== undefined));
    }
    void look();
    return () => {
      isGone = true;
    };
  }, [studyId, accountId, list]);
  return kept;
}

async function checkAgainstLog(studyId: string, receipt: KeptReceipt, own: readonly KeptReceipt[]) {
  const [{ checkVote }, answer] = await Promise.all([
    import("#server/log/check-vote.ts"),
    fetch(`/api/studies/${studyId}/log`),
  ]);
  if (!answer.ok) throw new Error(`the log was refused: ${answer.status}`);
  const lines = (await answer.text()).split("\n").slice(0, -1);
  return checkVote(lines, receipt, own);
}

const questions = {
  inLog: "In the log",
  unchanged: "Unchanged",
  counted: "Counted",
  shown: "Made over what I saw",
} as const satisfies Record<keyof VoteReport, string>;

const looks = {
  yes: { Icon: CircleCheck, className: "text-good", word: "yes" },
  no: { Icon: CircleAlert, className: "text-bad", word: "no" },
  open: { Icon: CircleDashed, className: "text-ink-3", word: "not yet" },
} as const;

function Answers({ report }: { report: VoteReport }) {
  const asked = Object.keys(questions) as (keyof VoteReport)[];
  const isBad = asked.some((question) => report[question].answer === "no");
  return (
    <>
      <dl className="border-t border-hair">
        {asked.map((question) => {
          const { answer, why } = report[question];
          const { Icon, className, word } = looks[answer];
          return (
            <div
              key={question}
              className="grid gap-x-4 border-b border-hair py-3 text-sm md:grid-cols-[13rem_minmax(0,1fr)]"
            >
              <dt className="flex items-center gap-2 font-[560]">
                <Icon aria-hidden className={`size-4 flex-none ${className}`} />
                {questions[question]}: {word}
              </dt>
              <dd className="text-ink-2">{why}</dd>
            </div>
          );
        })}
      </dl>
      {isBad && (
        <Notice tone="bad" title="The log does not keep what your receipt says.">
          Download your receipt above and keep it. Tell the study's operator, and somebody who does not run
          this server, such as a researcher of the study: with that file and the log, everybody can see what
          you see here.
        </Notice>
      )}
    </>
  );
}
