import { exactGaps } from "#server/learner/panel/pairs.ts";
import { ballotCommitment, checkVerdicts, nonceHash } from "#server/log/ballots.ts";
import type { Entry } from "#server/log/entries.ts";
import type { StudyState } from "./study.ts";

export function ballotSealed(study: StudyState, { at, body }: Entry<"ballot.sealed">): void {
  const { findings, open } = study;
  if (!findings.same("open round", open?.opened.round ?? "none", body.round) || open === null) return;
  const { seat, version } = body;
  const sits = open.panel.includes(seat) && study.seats.get(seat) === "active";
  findings.require(sits, "seat of a ballot", "one of the panel", seat);
  const inTime = open.deadlineAt === null || at < open.deadlineAt;
  findings.require(inTime, "time of a ballot", `before ${open.deadlineAt}`, at);
  const before = open.sealed.get(seat) ?? [];
  findings.same("version of a ballot", before.length + 1, version);
  open.sealed.set(seat, [...before, body]);
}

export function ballotOpened(study: StudyState, entry: Entry<"ballot.opened">): void {
  const { findings, open } = study;
  const { round, seat, version, salt, nonce, verdicts } = entry.body;
  if (!findings.same("open round", open?.opened.round ?? "none", round) || open === null) return;
  const sealed = open.sealed.get(seat)?.at(-1);
  if (!findings.same("version of an opened ballot", sealed?.version ?? "none", version)) return;
  findings.same("hash of a nonce", sealed?.nonceHash, nonceHash(nonce));
  findings.guard("ballot", () => {
    const ballot = { salt, study: entry.study, round, seat, version, verdicts, nonceHash: nonceHash(nonce) };
    findings.same("commitment of a ballot", sealed?.commitment, ballotCommitment(ballot));
    const chances = open.opened.people.map(({ chance }) => chance);
    const { exceedsAlpha } = exactGaps(chances, study.settings.learner.alpha);
    checkVerdicts(verdicts, exceedsAlpha);
  });
  open.ballots.push(entry.body);
}
