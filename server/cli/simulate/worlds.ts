import { createHash } from "node:crypto";
import { parseRuleList } from "#server/audit-log/rule-list.ts";
import { keepRuleList } from "#server/learner/classes/rule-lists.ts";
import { draftWorld } from "#server/simulation/draft-world.ts";
import { type DraftPlan, type SimulationPlan, SimulationRefusal } from "#server/simulation/plan.ts";
import { syntheticWorld, type World } from "#server/simulation/world.ts";
import { describePeople } from "#server/study/files/people/describe-people.ts";
import { unpackFile } from "#server/study/files/reading/packed-file.ts";
import { readPeople } from "#server/study/files/reading/read-people.ts";
import { readRulesFile } from "#server/study/files/rules/rule-tasks.ts";
import { readBytes, tableWorld } from "./table-world.ts";

export function worldOf(plan: SimulationPlan): World {
  if ("settings" in plan) return readDraftFile(plan);
  return plan.world.kind === "file" ? tableWorld(plan.world) : syntheticWorld(plan.world);
}

/**
 * Reads the files of a draft's plan, which must be those of which it was made.
 *
 * @throws SimulationRefusal if a file cannot be read, or is another one; DomainError as draftWorld
 */
function readDraftFile(plan: DraftPlan): World {
  const { file, hash } = plan.world;
  const bytes = readBytes("world.file", file);
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== hash) {
    throw new SimulationRefusal(
      `world.file: ${file} is not the file of this plan: its SHA-256 is ${found}, not ${hash}`,
    );
  }
  const ruleList = readRuleList(plan, bytes);
  if (ruleList !== undefined) keepRuleList(ruleList.hash, ruleList.list);
  return { ...draftWorld(plan, bytes), ...(ruleList && { ruleList }) };
}

/** Reads the list of rules that the settings name by its hash, with the columns of the people; undefined without one. */
function readRuleList({ world, settings }: DraftPlan, bytes: Uint8Array): World["ruleList"] {
  const hashes = settings.flatMap(({ learner: { hypotheses } }) =>
    hypotheses.kind === "listed" ? [hypotheses.hash] : [],
  );
  if (hashes.length === 0) return undefined;
  const { rulesFile: file, people } = world;
  if (file === undefined) {
    throw new SimulationRefusal("world.rulesFile: name the file of rules, with --rules-file");
  }
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
