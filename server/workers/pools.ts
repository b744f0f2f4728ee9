import type { TaskName } from "./tasks.ts";

/**
 * The pools of worker threads. Each has its own threads, so that what a round waits for is never queued behind files,
 * charts, exports or simulations. `nice` lets the others run first where the machine has too few cores for all. Idle threads beyond `kept` end, so that the
 * memory of a large file is given back.
 */
export const pools = {
  rounds: { threads: 2, kept: 1, nice: 0 },
  charts: { threads: 1, kept: 1, nice: 5 },
  files: { threads: 1, kept: 0, nice: 10 },
  exports: { threads: 1, kept: 0, nice: 10 },
  simulations: { threads: 2, kept: 0, nice: 10 },
} as const;

export type PoolName = keyof typeof pools;

/** Tasks of a pool that wait for a thread, and those that a thread runs. */
export type TaskCounts = { readonly waiting: number; readonly running: number; readonly threads: number };

const others: Readonly<Partial<Record<TaskName, PoolName>>> = {
  readPeopleFile: "files",
  rereadPeopleFile: "files",
  checkPeopleFile: "files",
  convertPeopleFile: "files",
  readRulesFile: "files",
  readSheetRows: "files",
  planFurtherPeople: "files",
  planOutcomesFile: "files",
  checkRecords: "files",
  measureFiles: "exports",
  sumRecords: "files",
  comparePolicies: "charts",
  answeredVerdicts: "charts",
  chancesUnder: "charts",
  makePolicyFile: "charts",
  explainChance: "charts",
  describeRules: "charts",
  solveStart: "charts",
  pictureStart: "charts",
  readDraftWorld: "charts",
  chooseStrictnessPairs: "charts",
  findBestRules: "charts",
  tallyFindings: "charts",
  pairsOfRounds: "charts",
  addUpFindings: "charts",
  findDistancePairs: "charts",
  estimatePairs: "charts",
  groupFigures: "charts",
  fitToVerdicts: "charts",
  simulateCell: "simulations",
  simulateAhead: "simulations",
};

export function poolNameOf(name: TaskName): PoolName {
  return others[name] ?? "rounds";
}
