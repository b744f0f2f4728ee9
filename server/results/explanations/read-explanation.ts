import { listAnnulments } from "#db/queries/annulments.ts";
import { findDraw, listDecisions, listViolations } from "#db/queries/draws.ts";
import { listObjectionsOf } from "#db/queries/objections.ts";
import { listOverrides } from "#db/queries/overrides.ts";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import type { Reader } from "#db/store/store.ts";
import { readCells } from "#server/audit-log/features.ts";
import { isDomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { processCache } from "#server/platform/process/process-wide.ts";
import { readPolicyFile } from "#server/results/policy/policy-file.ts";
import type { PersonOfRound } from "#server/rounds/objections/person-of-round.ts";
import { receiveObjection } from "#server/rounds/objections/receive-objection.ts";
import { requireRound } from "#server/rounds/read-round.ts";
import { findDecision } from "#server/studies/labels.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import type { ExplainedChance } from "#server/workers/explanation-tasks.ts";
import { findOpenLink, requirePersonalLink } from "./personal-links.ts";

/**
 * Explanations never change: the chance of a closed round is in the log. They are kept for minutes only, since they hold
 * values of a person who may be erased.
 */
const keptExplanations = () =>
  processCache<ExplainedChance>("explanations", { max: 200, ttl: 10 * 60_000, ttlAutopurge: true });

/**
 * Reads what a personal link shows to its person: the chance and what moved it, the reported pairs as counts, the draw,
 * whom to ask, and the person's own objections. Nothing of any other person.
 *
 * @returns null for a link that has expired, was withdrawn or never existed
 */
export async function readExplanation(app: App, token: string) {
  const read = await app.store.read(async (db) => {
    const link = await findOpenLink(db, token, app.now());
    if (link === undefined) return null;
    const { contact, expiresAt, ...person } = link;
    const study = await requireStudy(db, person.studyId);
    const settings = learningOf(settingsOf(study));
    const round = await requireRound(db, person.studyId, person.round);
    const people = await listRoundFeatures(db, person.studyId, [person.round]);
    const row = people.find(({ position }) => position === person.position);
    const decisions = await listDecisions(db, person.studyId, [person.round]);
    const draw = await findDraw(db, person.studyId, person.round);
    const overrides = await listOverrides(db, person.studyId, [person.round]);
    const override = overrides.find(({ position }) => position === person.position);
    if (draw === undefined) throw new Error(`round ${person.round} of ${person.studyId} has no draw`);
    return {
      ...{ person, settings, contact, expiresAt, features: row?.features ?? null },
      study: {
        id: study.id,
        name: study.name,
        decision: await findDecision(db, study.id),
        hasEnded: study.state === "ended",
      },
      round: { number: round.number, closedAt: round.closedAt, closedSeq: round.closedSeq },
      personId: row?.personId ?? "",
      chance: row?.chance ?? "0",
      isPicked: decisions.some(({ position, selected }) => position === person.position && selected === 1),
      /** A person with authority decided otherwise than the draw; null: not. */
      override: override === undefined ? null : { decidedBy: override.decidedBy },
      draw: { u: draw.u, hypothesis: draw.hypothesis },
      reports: { seatCount: round.seatCount, pairs: await readReports(db, person) },
      objections: await readOwnObjections(db, person),
    };
  });
  if (read === null) return null;
  const { person, settings, features, draw, ...shown } = read;
  const { hypothesis } = draw;
  const words = hypothesis === null ? null : await ruleWords(app, person.studyId, settings, [hypothesis]);
  return {
    ...shown,
    position: person.position,
    draw: { u: draw.u, rule: hypothesis === null ? null : (words?.sentence(hypothesis) ?? null) },
    explained: features === null ? null : await explain(app, person, { features, chance: shown.chance }),
  };
}

export type Explanation = NonNullable<Awaited<ReturnType<typeof readExplanation>>>;

/**
 * Receives the objection of the person whose link it is.
 *
 * @throws DomainError "personal-link-over"; as receiveObjection
 */
export async function objectByLink(
  app: App,
  { token, text }: { token: string; text: string },
): Promise<{ seq: number }> {
  const person = await app.store.read((db) => requirePersonalLink(db, token, app.now()));
  return receiveObjection(app, person, { text, by: "person" });
}

/** Lists the reported pairs that a person was in, without the other person. */
async function readReports(db: Reader, { studyId, round, position }: PersonOfRound) {
  const annulled = (await listAnnulments(db, studyId, [round])).filter(({ state }) => state === "annulled");
  return (await listViolations(db, studyId, [round])).flatMap(({ high, low, flagCount }) =>
    high === position || low === position
      ? [
          {
            isHigher: high === position,
            flagCount,
            isAnnulled: annulled.some((each) => each.high === high && each.low === low),
          },
        ]
      : [],
  );
}

async function readOwnObjections(db: Reader, person: PersonOfRound) {
  const rows = await listObjectionsOf(db, person);
  return rows.map(({ receivedSeq, receivedAt, text, state, askedIn, yes, no, unsure }) => ({
    ...{ receivedSeq, receivedAt, text, state, askedIn },
    answers: yes === null || no === null || unsure === null ? null : { yes, no, unsure },
  }));
}

/** Explains a chance; null where the policy can no longer be computed, or has too many rules to list. */
async function explain(
  app: App,
  { studyId, round, position }: PersonOfRound,
  { features, chance }: { features: string; chance: string },
): Promise<ExplainedChance | null> {
  const key = `${studyId} ${round} ${position}`;
  const kept = keptExplanations().get(key);
  if (kept !== undefined) return kept;
  const policy = await readPolicyFile(app, { studyId, round }).catch((error: unknown) => {
    if (isDomainError(error) && lost.includes(error.code)) return null;
    throw error;
  });
  if (policy === null) return null;
  const person = readCells(features);
  const explained = await app.pool.run("explainChance", { policy, person, chance });
  keptExplanations().set(key, explained);
  return explained;
}

const lost: readonly string[] = ["policy-lost", "policy-too-large"];
