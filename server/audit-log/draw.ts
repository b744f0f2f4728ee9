import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { drawRound } from "#server/learner/draw.ts";
import type { Opening } from "#server/learner/interface/learner.ts";
import type { LearningSettings, LoggedDraw } from "./entries.ts";
import { drawNumber, drawOrder } from "./seeds.ts";

/**
 * Makes the draw of a round: u from the seed tree and the panel's nonces, then the people whom the study's draw method
 * picks.
 */
export function drawLogged(input: {
  studyId: string;
  round: number;
  link: string;
  inputsHash: string;
  nonceHashes: readonly string[];
  /** The beacon's signature; null in a study without a beacon. */
  beacon: string | null;
  settings: LearningSettings;
  opening: Opening;
  people: readonly Features[];
}): LoggedDraw {
  const { studyId: study, round, link, inputsHash, nonceHashes, beacon, settings, people } = input;
  const { u, decimal } = drawNumber({ link, study, round, inputsHash, nonceHashes, beacon });
  const lot = { u, order: drawOrder(link, people.length) };
  const drawn = drawRound(settings.learner, loggedRules(settings.learner), input, lot);
  const decisions = [...drawn.decisions];
  return "order" in drawn
    ? { u: decimal, order: [...drawn.order], decisions }
    : { u: decimal, hypothesis: drawn.hypothesis, decisions };
}

/** Returns the number of the drawn rule, for the table of draws; null for an even draw. */
export function drawnRule(draw: LoggedDraw): number | null {
  return "order" in draw ? null : draw.hypothesis;
}

const classes = new WeakMap<LearnerSpec, HypothesisClass>();

/**
 * Returns a study's rule class, built once: building a class of 100,000 rules takes 0.1 s and blocks every request
 * meanwhile.
 */
export function loggedRules(spec: LearnerSpec): HypothesisClass {
  const rules = classes.get(spec) ?? hypothesisClass(spec.columns, spec.hypotheses);
  classes.set(spec, rules);
  return rules;
}
