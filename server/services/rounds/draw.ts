import type { Draw, Opening } from "#server/learner/contract/learner.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
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
  const learner = learnerOf(settings.learner);
  const draw: Draw = learner.draw(stateToDraw(settings.learner), opening, people, u);
  return { u: decimal, hypothesis: draw.hypothesis, decisions: [...draw.decisions] };
}

const states = new WeakMap<LearnerSpec, LearnerState>();

/** Any state of a spec serves a draw. Building a large class holds every request up, so a study does it once. */
function stateToDraw(spec: LearnerSpec): LearnerState {
  const known = states.get(spec);
  if (known !== undefined) return known;
  const state = learnerOf(spec).init(spec);
  states.set(spec, state);
  return state;
}
