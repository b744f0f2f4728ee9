import { expect } from "vitest";
import type { Verdict, VerdictWord } from "#server/log/verdicts.ts";
import type { Judging } from "#server/services/judging/read-judging.ts";
import { fixedBytes } from "#tests/setup/app.ts";
import { ballotOf } from "#tests/setup/browser.ts";
import type { Answer } from "#tests/trials/http-client.ts";
import type { Name, World } from "./worlds.ts";

/** Judges all pairs of a round alike: saves that, then seals it; once more under another `version`. */
export async function judgeAs(
  { clients }: World,
  name: Name,
  where: { studyId: string; round: number },
  word: VerdictWord,
  version = "",
): Promise<void> {
  const judging = done(await clients[name].query<Judging>("rounds.judging", where));
  const { pairs } = judging;
  expect(pairs.length).toBeGreaterThan(0);
  const verdicts = pairs.map(([high, low]): Verdict => [high, low, word]);
  const given = pairs.map(([high, low]) => ({ high, low, verdict: word }));
  done(await clients[name].mutate("ballots.save", { ...where, verdicts: given }));
  const sealed = {
    ...where,
    ...(await ballotOf(where.studyId, judging, {
      verdicts,
      idempotencyKey: `ballot of ${name}${version}`,
      nonce: fixedBytes("nonce", name, word),
    })),
  };
  done(await clients[name].mutate("ballots.seal", sealed));
}

export function done<T>(answer: Answer<T>): T {
  if ("ok" in answer) return answer.ok;
  throw new Error(`refused: ${JSON.stringify(answer)}`);
}
