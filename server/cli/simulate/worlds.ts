import { madeUpWorld } from "#server/learner/simulation/worlds.ts";
import type { Config } from "./config.ts";
import { tableWorld } from "./table-world.ts";
import type { World } from "./world.ts";

export function worldOf(world: Config["world"]): World {
  if (world.kind === "file") return tableWorld(world);
  const note = `A made-up world of ${world.types} context types and ${world.rules} rules, seed ${world.seed}.`;
  return { ...madeUpWorld(world), identity: "made-up", notes: [note] };
}
