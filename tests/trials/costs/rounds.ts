import type { Verdict } from "#server/audit-log/verdicts.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { fixedBytes } from "../../setup/app.ts";
import { ballotOf, keyOfSeat, sealFrom } from "../../setup/browser.ts";
import type { HttpClient } from "../http-client.ts";
import { driveFile } from "./people.ts";
import type { Size } from "./sizes.ts";
import { type Stage, upload } from "./stage.ts";

type Who = { operator: HttpClient; auditor: HttpClient };
type Board = { people: { position: number; personId: string; selected: boolean | null }[] };

/** A round as large as it may be, with a ballot of every seat, from its opening to what is watched of it. */
export async function driveRound(
  stage: Stage,
  { operator, auditor }: Who,
  { studyId, round, auditors, size }: { studyId: string; round: number; auditors: string[]; size: Size },
): Promise<void> {
  const { drive } = stage;
  const where = { studyId, round };
  await drive.must(operator, "rounds.open", { studyId });
  await drive.must(operator, "rounds.extend", { ...where, deadlineAt: Date.now() + 86_400_000 });
  await drive.must(operator, "rounds.board", where);
  await drive.must(auditor, "rounds.practice", { studyId });
  const judging = await drive.must<Judging>(auditor, "rounds.judging", where);
  const verdicts: Verdict[] = judging.pairs
    .slice(0, size.verdicts)
    .map(([high, low]) => [high, low, "unfair"]);
  for (let from = 0; from < verdicts.length; from += 1_000) {
    await drive.must(auditor, "ballots.save", { ...where, verdicts: verdicts.slice(from, from + 1_000) });
  }
  for (const [high, low] of verdicts.slice(0, 1)) {
    const remark = { note: "", reasons: [], again: null };
    await drive.must(auditor, "ballots.remark", { ...where, high, low, ...remark });
  }
  await drive.must(auditor, "ballots.remarks", where);
  await drive.must(auditor, "rounds.mine", { studyId });
  const ballot = { idempotencyKey: `trial-of-round-${round}`, nonce: fixedBytes("trial", round), verdicts };
  const { seat } = judging;
  const { key } = await keyOfSeat(studyId, seat);
  await drive.must(auditor, "ballots.addKey", { studyId, seat, key, by: null });
  await drive.must(auditor, "ballots.seal", { ...where, ...(await ballotOf(studyId, judging, ballot)) });
  for (const accountId of auditors.slice(1)) {
    const nonce = fixedBytes("trial", round, accountId);
    await sealFrom(stage.app, { ...where, accountId }, { ...ballot, nonce });
  }
  await drive.must(auditor, "rounds.receipts", where);
  await drive.must(auditor, "rounds.judging", where);
  await drive.must(auditor, "rounds.mine", { studyId });
  await drive.must(operator, "reminders.read", where);
  await drive.ask(operator, "reminders.send", { ...where, seatIds: ["s2"] });
  await drive.ask(operator, "reminders.undo", { studyId, reminderId: stage.app.newId() });
  await drive.must(operator, "rounds.close", where);
  await drive.must(operator, "rounds.board", where);
  await drive.must(auditor, "rounds.result", where);
  const own = await drive.must<{ ballots: { seq: number }[] }>(auditor, "rounds.ownReceipts", { studyId });
  for (const { seq } of own.ballots.slice(0, 1))
    await drive.must(auditor, "rounds.receiptProof", { studyId, seq });
  await drive.must(auditor, "rounds.mine", { studyId });
}

/** What becomes of the people of a closed round. @returns whether the draw picked anybody */
export async function driveOutcomes(
  stage: Stage,
  operator: HttpClient,
  studyId: string,
  round: number,
): Promise<boolean> {
  const { drive } = stage;
  const { people } = await drive.must<Board>(operator, "rounds.board", { studyId, round });
  const picked = people.filter(({ selected }) => selected);
  await drive.ask(operator, "outcomes.revealHistory", { studyId, round });
  const outcomes = picked.slice(0, 1).map(({ position }) => ({
    round,
    position,
    value: "lost",
    isCorrection: true,
  }));
  await drive.ask(operator, "outcomes.record", { studyId, idempotencyKey: "trial key", outcomes });
  const rows = people.map(({ personId, selected }) => `${personId},${selected ? "yes" : ""}`);
  const text = ["who,outcome", ...rows.filter((row) => !row.endsWith(","))].join("\n");
  if (picked.length === 0) return false;
  await upload(operator, stage, { studyId, kind: "outcomes", text });
  await drive.must(operator, "outcomes.file.discard", { studyId });
  await upload(operator, stage, { studyId, kind: "outcomes", text });
  await driveFile(stage, operator, "outcomes", studyId, (choices) => ({
    ...choices,
    person: { source: 0, identifier: null },
    outcome: 1,
    meanings: [{ word: "yes", means: "lost" }],
  }));
  return true;
}

/** Everything that is watched of a study. */
export async function driveWatching(
  stage: Stage,
  { operator, auditor }: Who,
  studyId: string,
  round: number,
) {
  const { drive } = stage;
  const which = { studyId };
  const { head } = await drive.must<{ head: { seq: number } }>(operator, "studies.read", which);
  for (const name of ["overview", "policy", "verdicts", "changes", "data", "findings", "rounds"]) {
    await drive.must(operator, `watching.${name}`, which);
  }
  await drive.must(operator, "exploring.study", which);
  await drive.must(operator, "exploring.rounds", { studyId, after: 0 });
  await drive.ask(operator, "exploring.takeHistory", { studyId, after: 0 });
  await drive.ask(operator, "watching.changedPairs", { studyId, round });
  await drive.ask(auditor, "rounds.changed", { studyId, round });
  await drive.ask(auditor, "rounds.became", { studyId });
  await drive.must(operator, "checkpoints.standing", which);
  await drive.must(operator, "checkpoints.newest", { study: studyId });
  for (let seq = head.seq; seq > Math.max(0, head.seq - 60); seq -= 1) {
    await drive.must(operator, "watching.entry", { studyId, seq });
  }
  await drive.measure("watching.events", () => firstEvent(operator, studyId));
  await drive.must(operator, "accounts.myStudies");
}

async function firstEvent(client: HttpClient, studyId: string) {
  const leave = new AbortController();
  const input = encodeURIComponent(JSON.stringify({ studyId }));
  const answer = await client.send(`/api/trpc/watching.events?input=${input}`, {
    headers: { accept: "text/event-stream" },
    signal: leave.signal,
  });
  await answer.body?.getReader().read();
  leave.abort();
  return answer.ok
    ? { ok: undefined }
    : { refused: { code: String(answer.status), message: "the stream did not begin" } };
}
