import { createHash } from "node:crypto";
import { parseRuleList } from "#server/audit-log/rule-list.ts";
import { keepRuleList } from "#server/learner/classes/rule-lists.ts";
import { draftWorld } from "#server/simulation/draft-world.ts";
import { type SimulationPlan, SimulationRefusal } from "#server/simulation/plan.ts";
import { syntheticWorld, type World } from "#server/simulation/world.ts";
import { describePeople } from "#server/study/files/people/describe-people.ts";
import { unpackFile } from "#server/study/files/reading/packed-file.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { readRulesFile } from "#server/study/files/rules/rule-tasks.ts";
import { readBytes, tableWorld } from "./table-world.ts";

type DraftSource = Extract<SimulationPlan["world"], { kind: "draft" }>;

export function worldOf(plan: SimulationPlan): World {
  const { world } = plan;
  if (world.kind === "draft") return readDraftFile(plan, world);
  return world.kind === "file" ? tableWorld(world) : syntheticWorld(world);
}

/**
 * Reads the files of a draft's plan, which must be those of which it was made.
 *
 * @throws SimulationRefusal if a file cannot be read, or is another one; DomainError as draftWorld
 */
function readDraftFile(plan: SimulationPlan, source: DraftSource): World {
  const { file, hash } = source;
  const bytes = readBytes("world.file", file);
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== hash) {
    throw new SimulationRefusal(
      `world.file: ${file} is not the file of this plan: its SHA-256 is ${found}, not ${hash}`,
    );
  }
  const ruleList = readRuleList(plan, source, bytes);
  if (ruleList !== undefined) keepRuleList(ruleList.hash, ruleList.list);
  return { ...draftWorld(plan, bytes), ...(ruleList && { ruleList }) };
}

/** Reads the list of rules that the learners name by its hash, with the columns of the people; undefined without one. */
function readRuleList(
  { learners }: SimulationPlan,
  { rulesFile: file, people }: DraftSource,
  bytes: Uint8Array,
): World["ruleList"] {
  const hashes = learners.flatMap((learner) =>
    "spec" in learner && learner.spec.hypotheses.kind === "listed" ? [learner.spec.hypotheses.hash] : [],
  );
  if (hashes.length === 0) return undefined;
  if (file === undefined) throw new SimulationRefusal("world.rulesFile: name the file of rules");
  const reading = describePeople(readPeople(bytes, people.format));
  const answer = readRulesFile({
    bytes: readBytes("world.rulesFile", file),
    columns: people.columns,
    reading,
  });
  if ("refused" in answer) throw new SimulationRefusal(`world.rulesFile: ${file}: ${answer.refused.message}`);
  const { packed, facts } = answer.value;
  if (hashes.some((hash) => hash !== facts.hash)) {
    throw new SimulationRefusal(
      `world.rulesFile: ${file} does not hold the list of this plan: its hash is ${facts.hash}, not ${hashes[0]}`,
    );
  }
  return { hash: facts.hash, list: parseRuleList(unpackFile(packed)) };
}
