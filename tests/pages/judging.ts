import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import type { VerdictWord } from "#server/audit-log/verdicts.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { fixedBytes } from "#tests/setup/app.ts";
import { ballotOf } from "#tests/setup/browser.ts";
import { doingWith } from "#tests/setup/twins.ts";
import type { Answer } from "#tests/trials/http-client.ts";
import type { Name, World } from "./worlds.ts";

/**
 * Judges all pairs of a round with these verdicts, one after the other: saves them, adds a remark, then seals them;
 * once more under another `version`.
 */
export async function judgeAs(
  { clients }: World,
  name: Name,
  where: { studyId: string; round: number },
  words: readonly VerdictWord[],
  version = "",
): Promise<void> {
  const mutate = (procedure: string, input: unknown) =>
    untilDone(() => clients[name].mutate(procedure, input));
  const judging = await untilDone(() => clients[name].query<Judging>("rounds.judging", where));
  expect(judging.repeatCount).toBeGreaterThan(0);
  const { verdicts, remarks } = doingWith(words, judging);
  await mutate("ballots.save", { ...where, verdicts });
  for (const remark of remarks) await mutate("ballots.remark", { ...where, ...remark });
  const sealed = {
    ...where,
    ...(await ballotOf(where.studyId, judging, {
      verdicts,
      idempotencyKey: `ballot of ${name}${version}`,
      nonce: fixedBytes("nonce", name, ...words),
    })),
  };
  await mutate("ballots.seal", sealed);
}

/** Retries while the server is busy with other tests: such a refusal changes nothing. */
async function untilDone<T>(ask: () => Promise<Answer<T>>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (!("refused" in answer) || answer.refused.code !== "busy") return done(answer);
    await setTimeout(200);
  }
}

export function done<T>(answer: Answer<T>): T {
  if ("ok" in answer) return answer.ok;
  throw new Error(`refused: ${JSON.stringify(answer)}`);
}
