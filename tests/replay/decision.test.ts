/** Unchanged logs whose panels decide by a rule are accepted. */

import { expect, it } from "vitest";
import { groupsLog, memberLog, weightedLog } from "./fixture-decision.ts";
import { replay } from "./replay.ts";

it.each([
  ["weights", weightedLog()],
  ["a named member", memberLog()],
  ["two groups", groupsLog()],
])("replays a log whose panels decide by %s", (_, log) => {
  expect(replay(log.text(), log.features()).problems).toEqual([]);
});
