import { listRounds, type RoundRow } from "#db/queries/rounds.ts";
import * as t from "#messages/refusals.ts";
import { isAudit, type LearningSettings, type StudySettings } from "#server/audit-log/entries.ts";
import { noiseSeed } from "#server/audit-log/seeds.ts";
import { DomainError } from "#server/errors.ts";
import type { Features } from "#server/learner/config/spec.ts";
import type { OpenedRound, Opening } from "#server/learner/interface/learner.ts";
import {
  nextNumber,
  type Openings,
  withCancelled,
  withClosed,
  withOpened,
} from "#server/learner/interface/open-rounds.ts";
import { isLearnerError, type LearnerError } from "#server/learner/numeric/errors.ts";
import { fixedChances } from "#server/learner/policy/fixed.ts";
import type { App } from "#server/platform/app/app.ts";
import { loadRuleList } from "#server/platform/app/rule-lists.ts";
import { withState } from "#server/studies/learner/state.ts";

/** The opening's published chances. An audit has no rate, since it learns nothing. */
export type Published = Omit<OpenedRound, "eta"> & { readonly eta: string | null };

export type Made = {
  readonly published: Published;
  /** Inputs of the draw; null in an audit, which draws no people. */
  readonly policy: { readonly settings: LearningSettings; readonly opening: Opening } | null;
};

type OpeningInputs = {
  readonly studyId: string;
  /** The entry up to which the learner's state is computed. */
  readonly appliedSeq: number;
  readonly settings: StudySettings;
  /** s_n of the round. */
  readonly link: string;
  readonly people: readonly Features[];
};

/**
 * Computes the chances of a round: from the learner's present state, or in an audit from the file.
 *
 * @throws DomainError "horizon-passed"
 */
export async function makeOpening(app: App, given: OpeningInputs): Promise<Made> {
  const { studyId, settings, link, people, appliedSeq } = given;
  if (isAudit(settings)) {
    const t = nextNumber(openingsOfRounds(await app.store.read((db) => listRounds(db, studyId))));
    const chances = fixedChances(settings.learner, people);
    return { published: { t, chances, eta: null, fairnessWeight: null }, policy: null };
  }
  await loadRuleList(app, settings.learner);
  const place = { studyId, spec: settings.learner, appliedSeq };
  const opening = await withState(app, place, (stored) =>
    app.pool.run("openRound", { ...stored, people, noiseSeed: noiseSeed(link) }),
  ).catch((error: unknown) => {
    throw isLearnerError(error) && error.code === "horizon-passed" ? horizonPassed(settings, error) : error;
  });
  return { published: opening, policy: { settings, opening } };
}

/** Returns the numbers of a study's openings as a learner counts them. */
export function openingsOfRounds(
  rounds: readonly Pick<RoundRow, "t" | "state" | "openedSeq" | "closedSeq">[],
) {
  const steps = rounds.flatMap(({ t, state, openedSeq, closedSeq }) => {
    const opening = { seq: openedSeq, take: (before: Openings) => withOpened(before, { t, ahead: 0 }) };
    const without = state === "closed" ? withClosed : withCancelled;
    const ending = { seq: closedSeq, take: (before: Openings) => without(before, t) };
    return closedSeq === null ? [opening] : [opening, ending];
  });
  steps.sort((a, b) => Number(a.seq) - Number(b.seq));
  return steps.reduce((before: Openings, { take }) => take(before), { t: 0, open: [] });
}

function horizonPassed({ learner: { horizon } }: LearningSettings, cause: LearnerError): DomainError {
  return new DomainError("horizon-passed", t.roundsPlayed({ count: horizon ?? 0 }), [], { cause });
}
