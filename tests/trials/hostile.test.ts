import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeEngines } from "../setup/engines.ts";
import { everyFlood } from "./hostile/floods.ts";
import { everyFile, everyPage, everyProcedure, otherWays } from "./hostile/matrix.ts";
import { everyRace } from "./hostile/races.ts";
import { askedPaths, callbackAddresses, returnPaths } from "./hostile/redirects.ts";
import { twinAnswers } from "./hostile/secrecy.ts";
import { type Stage, startStage } from "./hostile/stage.ts";
import { Tally, tableOf } from "./hostile/tally.ts";
import { everyCookie, everyLink, linksOfTheSuspended } from "./hostile/tokens.ts";

/** A part of each class inside `npm test`; `npm run trial:hostile` tries them all. */
const isWhole = process.env.EVENHAND_TRIAL_HOSTILE !== undefined;
const limit = isWhole ? 900_000 : 120_000;

const everyPair = [
  ["unfair", "acceptable"],
  ["unsure", "unfair"],
  ["acceptable", "unsure"],
] as const;

describeEngines("hostile hands", (_openStore, engine) => {
  let stage: Stage;
  const tallies: Tally[] = [];

  beforeAll(async () => {
    if (engine.newPlace !== undefined) stage = await startStage(engine);
  }, 120_000);

  afterAll(async () => {
    await stage?.stop();
    if (isWhole) console.log(`${engine.name}\n${tableOf(tallies)}`);
  });

  const attack = (name: string, act: (tally: Tally) => Promise<void>) =>
    it.skipIf(engine.newPlace === undefined)(
      name,
      async () => {
        const tally = new Tally(name);
        tallies.push(tally);
        await act(tally);
        expect(tally.failures.slice(0, 30)).toEqual([]);
        expect(tally.trials).toBeGreaterThan(0);
      },
      limit,
    );

  attack("every procedure as everybody", (tally) => everyProcedure(stage, tally, isWhole ? 1 : 7));
  attack("procedures in other ways", (tally) => otherWays(stage, tally));
  attack("every file as everybody", (tally) => everyFile(stage, tally));
  attack("every page of others", (tally) => everyPage(stage, tally));
  attack("return paths", (tally) => returnPaths(stage, tally, isWhole ? 1_000 : 40));
  attack("paths as they are asked for", (tally) => askedPaths(stage, tally, isWhole ? 1_000 : 40));
  attack("addresses given to next-auth", (tally) => callbackAddresses(stage, tally, isWhole ? 200 : 10));
  attack("links", (tally) => everyLink(stage, tally));
  attack("links of a suspended maker", (tally) => linksOfTheSuspended(stage, tally));
  attack("cookies", (tally) => everyCookie(stage, tally, isWhole ? 1 : 25));
  attack("races", (tally) => everyRace(stage, tally, isWhole ? 15 : 2));
  // The last: whoever floods is held up afterwards.
  attack("floods", (tally) => everyFlood(stage, tally, isWhole ? 300 : 60));
});

describe("hostile eyes", () => {
  it(
    "learn nothing before the close that depends on another's verdicts",
    async () => {
      const tally = new Tally("answers in twin worlds");
      await twinAnswers(tally, isWhole ? everyPair : everyPair.slice(0, 1));
      if (isWhole) console.log(tableOf([tally]));
      expect(tally.failures.slice(0, 30)).toEqual([]);
    },
    limit,
  );
});
