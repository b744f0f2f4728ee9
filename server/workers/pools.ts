import type { TaskName } from "./tasks.ts";

/**
 * The pools of worker threads. Each has its own threads, so that what a round waits for is never queued behind files,
 * charts or simulations. `nice` lets the others run first where the machine has too few cores for all.
 */
export const pools = {
  rounds: { threads: 2, nice: 0 },
  pictures: { threads: 1, nice: 5 },
  files: { threads: 1, nice: 10 },
  simulations: { threads: 2, nice: 10 },
} as const;

export type PoolName = keyof typeof pools;

const others: Readonly<Partial<Record<TaskName, PoolName>>> = {
  readPeopleFile: "files",
  rereadPeopleFile: "files",
  checkPeopleFile: "files",
  convertPeopleFile: "files",
  readRulesFile: "files",
  planFurtherPeople: "files",
  planOutcomesFile: "files",
  checkRecords: "files",
  sumRecords: "files",
  tracePolicy: "pictures",
  comparePolicies: "pictures",
  answeredVerdicts: "pictures",
  chancesUnder: "pictures",
  findKinds: "pictures",
  describeRules: "pictures",
  solveStart: "pictures",
  pictureStart: "pictures",
  readDraftWorld: "pictures",
  tallyFindings: "pictures",
  pairsOfRounds: "pictures",
  addUpFindings: "pictures",
  simulateCell: "simulations",
};

export function poolNameOf(name: TaskName): PoolName {
  return others[name] ?? "rounds";
}
