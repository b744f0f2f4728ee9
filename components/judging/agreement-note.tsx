"use client";

import * as t from "#messages/judgingParts.ts";
import { agreementInWords, agreementOf } from "./agreement.ts";
import { Unsaved } from "./remarks-bar.tsx";
import type { JudgingRoom } from "./use-judging.ts";
import { useRemarks } from "./use-remarks.ts";

/** Note before sealing: how often the auditor gave the same answer twice. */
export function AgreementNote({ room }: { room: JudgingRoom }) {
  const remarks = useRemarks(room);
  if (!remarks.isHere) return <p className="text-ink-2">{t.secondAnswersLater()}</p>;
  const agreement = agreementOf(room.judging, room.given.verdicts, (pair) => remarks.of(pair).again);
  return (
    <div className="grid max-w-measure gap-2">
      {agreement.answered > 0 && (
        <p>
          {agreementInWords(agreement)} {t.bothMayBeRight()}
        </p>
      )}
      {agreement.open.length > 0 && (
        <p className="text-ink-2">{t.openAgain({ count: agreement.open.length })}</p>
      )}
      <Unsaved remarks={remarks} />
    </div>
  );
}
