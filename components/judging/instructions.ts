import * as t from "#messages/myRounds.ts";

/** Instructions for auditors, in six points of at most sixty words each. */
export function sixPoints({ decision, isAudit }: { decision: string; isAudit: boolean }): readonly string[] {
  return [
    t.pointChances({ decision }),
    t.pointPages(),
    t.pointLook(),
    t.pointJudge(),
    t.pointReport({ isAudit }),
    t.pointOutcome({ isAudit }),
  ];
}
