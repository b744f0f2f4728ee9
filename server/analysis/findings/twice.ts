import { pairKey } from "#server/audit-log/pairs.ts";
import type { FindingsRound } from "./played-round.ts";

/** For pairs that were answered twice: how many got the same answer, and which seats answered. */
export type Twice = { readonly same: number; readonly asked: number; readonly seats: readonly string[] };

/** Compares second answers with the answers that count. A pair without a counting answer was not answered twice. */
export function twiceIn(rounds: readonly Pick<FindingsRound, "seats">[]): Twice {
  const answered = rounds.flatMap(({ seats }) =>
    seats.flatMap(({ id, verdicts, again }) => {
      if (again === undefined || again.length === 0) return [];
      const first = new Map((verdicts ?? []).map(([high, low, word]) => [pairKey(high, low), word]));
      return again.flatMap(([high, low, word]) => {
        const before = first.get(pairKey(high, low));
        return before === undefined ? [] : [{ id, isSame: before === word }];
      });
    }),
  );
  return {
    same: answered.filter(({ isSame }) => isSame).length,
    asked: answered.length,
    seats: [...new Set(answered.map(({ id }) => id))],
  };
}

export function addTwice(parts: readonly Twice[]): Twice {
  return {
    same: parts.reduce((total, { same }) => total + same, 0),
    asked: parts.reduce((total, { asked }) => total + asked, 0),
    seats: [...new Set(parts.flatMap(({ seats }) => seats))],
  };
}
