import { groupFigures } from "#server/analysis/groups/groups.ts";
import { planOutcomesFile } from "#server/study/files/outcomes/outcome-tasks.ts";
import { planFurtherPeople } from "#server/study/files/people/further-tasks.ts";
import {
  checkPeopleFile,
  convertPeopleFile,
  readPeopleFile,
  rereadPeopleFile,
} from "#server/study/files/people/people-tasks.ts";
import { readSheetRows } from "#server/study/files/reading/sheet-rows.ts";
import { readRulesFile } from "#server/study/files/rules/rule-tasks.ts";
import { chancesUnder } from "./change-tasks.ts";
import { explainChance } from "./explanation-tasks.ts";
import {
  addUpFindings,
  estimatePairs,
  findDistancePairs,
  pairsOfRounds,
  tallyFindings,
} from "./findings-tasks.ts";
import { applySteps, eraseFromState, openLearnerRound, reopenRound, restoreState } from "./learner-tasks.ts";
import { measureFiles } from "./measure-task.ts";
import { makePolicyFile } from "./policy-file-tasks.ts";
import { comparePolicies, describeRules } from "./policy-tasks.ts";
import { checkRecords, sumRecords } from "./records-tasks.ts";
import { unpackRules } from "./rule-tasks.ts";
import { drawPeople, findPanelLottery, seedLinks, seedTreeNodes } from "./seed-tasks.ts";
import {
  chooseStrictnessPairs,
  fitToVerdicts,
  readDraftWorld,
  simulateAhead,
  simulateCell,
} from "./simulation-tasks.ts";
import { pictureStart, solveStart } from "./start-tasks.ts";
import { answeredVerdicts } from "./verdict-tasks.ts";
import { findBestRules } from "./yardstick-tasks.ts";

/** The tasks that run outside the request thread: name -> function of one plain value. */
export const tasks = {
  openRound: openLearnerRound,
  reopenRound,
  applySteps,
  eraseFromState,
  restoreState,
  unpackRules,
  seedLinks,
  seedTreeNodes,
  drawPeople,
  findPanelLottery,
  readPeopleFile,
  rereadPeopleFile,
  checkPeopleFile,
  convertPeopleFile,
  readSheetRows,
  readRulesFile,
  planFurtherPeople,
  planOutcomesFile,
  comparePolicies,
  makePolicyFile,
  explainChance,
  answeredVerdicts,
  chancesUnder,
  findBestRules,
  describeRules,
  solveStart,
  pictureStart,
  readDraftWorld,
  chooseStrictnessPairs,
  simulateCell,
  fitToVerdicts,
  simulateAhead,
  checkRecords,
  sumRecords,
  measureFiles,
  tallyFindings,
  pairsOfRounds,
  addUpFindings,
  groupFigures,
  findDistancePairs,
  estimatePairs,
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
