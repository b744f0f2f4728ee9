import type { Config } from "#server/simulation/config.ts";
import { inventedWorld, type World } from "#server/simulation/world.ts";
import { tableWorld } from "./table-world.ts";

export function worldOf(world: Config["world"]): World {
  return world.kind === "file" ? tableWorld(world) : inventedWorld(world);
}
