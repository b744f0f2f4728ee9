import type { Opening } from "#server/learner/contract/learner.ts";
import { hypothesisClass } from "#server/learner/hypotheses/catalogue.ts";
import type { HypothesisClass } from "#server/learner/hypotheses/class.ts";
import { learnerOf } from "#server/learner/learners.ts";
import type { Features, LearnerSpec } from "#server/learner/spec/spec.ts";
import type { StudySettings } from "#server/log/entries.ts";
import { drawNumber } from "#server/log/seeds.ts";

export type LoggedDraw = { readonly u: string; readonly hypothesis: number; readonly decisions: (0 | 1)[] };

/** The one draw of a round: u from the seed chain and the panel's nonces, then the learner's rule for it. */
export function drawRound(input: {
  studyId: string;
  round: number;
  link: string;
  inputsHash: string;
  nonceHashes: readonly string[];
  settings: StudySettings;
  opening: Opening;
  people: readonly Features[];
}): LoggedDraw {
  const { studyId: study, round, link, inputsHash, nonceHashes, settings, opening, people } = input;
  const { u, decimal } = drawNumber({ link, study, round, inputsHash, nonceHashes });
  const draw = learnerOf(settings.learner).draw(rulesOf(settings.learner), opening, people, u);
  return { u: decimal, hypothesis: draw.hypothesis, decisions: [...draw.decisions] };
}

const classes = new WeakMap<LearnerSpec, HypothesisClass>();

/** A class of 100,000 rules takes 0.1 s to build, which holds every request up, so a study does it once. */
function rulesOf(spec: LearnerSpec): HypothesisClass {
  const rules = classes.get(spec) ?? hypothesisClass(spec.columns, spec.hypotheses);
  classes.set(spec, rules);
  return rules;
}
