import { planOutcomesFile } from "#server/files/outcomes/outcome-tasks.ts";
import { planFurtherPeople } from "#server/files/people/further-tasks.ts";
import {
  checkPeopleFile,
  convertPeopleFile,
  readPeopleFile,
  rereadPeopleFile,
} from "#server/files/people/people-tasks.ts";
import { readRulesFile } from "#server/files/rules/rule-tasks.ts";
import { castRehearsal, rehearseRun } from "#server/simulation/rehearsed-runs.ts";
import { chancesUnder } from "./change-tasks.ts";
import { addUpFindings, pairsOfRounds, tallyFindings } from "./findings-tasks.ts";
import { findKinds } from "./kind-tasks.ts";
import { applySteps, eraseFromState, openRound, reopenRound, resumeState } from "./learner-tasks.ts";
import { comparePolicies, describeRules, tracePolicy } from "./policy-tasks.ts";
import { checkRecords, sumRecords } from "./records-tasks.ts";
import { unpackRules } from "./rule-tasks.ts";
import { drawPeople, seedStones } from "./seed-tasks.ts";
import { simulateCell } from "./simulation-tasks.ts";
import { pictureStart, solveStart } from "./start-tasks.ts";
import { answeredVerdicts } from "./verdict-tasks.ts";

/** What runs off the request thread: name -> function of one plain value. */
export const tasks = {
  openRound,
  reopenRound,
  applySteps,
  eraseFromState,
  resumeState,
  unpackRules,
  seedStones,
  drawPeople,
  readPeopleFile,
  rereadPeopleFile,
  checkPeopleFile,
  convertPeopleFile,
  readRulesFile,
  planFurtherPeople,
  planOutcomesFile,
  tracePolicy,
  comparePolicies,
  answeredVerdicts,
  chancesUnder,
  findKinds,
  describeRules,
  solveStart,
  pictureStart,
  castRehearsal,
  rehearseRun,
  simulateCell,
  checkRecords,
  sumRecords,
  tallyFindings,
  pairsOfRounds,
  addUpFindings,
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
