import type { SimulationPlan } from "#server/simulation/plan.ts";
import { syntheticWorld, type World } from "#server/simulation/world.ts";
import { readDraftFile } from "./draft-file.ts";
import { tableWorld } from "./table-world.ts";

export function worldOf(plan: SimulationPlan): World {
  if ("settings" in plan) return readDraftFile(plan);
  return plan.world.kind === "file" ? tableWorld(plan.world) : syntheticWorld(plan.world);
}
