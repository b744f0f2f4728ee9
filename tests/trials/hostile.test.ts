import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqliteEngine } from "../setup/engine-sqlite.ts";
import { describeEngines, type TestEngine } from "../setup/engines.ts";
import { type MailServer, startMailServer } from "../setup/mail-server.ts";
import { brokenRequests } from "./hostile/broken.ts";
import { everyFlood } from "./hostile/floods.ts";
import { idsOfOthers } from "./hostile/foreign.ts";
import { actions, everyHeader, foreignNames, foreignPages, pathTricks } from "./hostile/forged.ts";
import { everyText } from "./hostile/injected.ts";
import { everyFile, everyPage, everyProcedure, otherWays } from "./hostile/matrix.ts";
import { everyRace } from "./hostile/races.ts";
import { askedPaths, callbackAddresses, returnPaths } from "./hostile/redirects.ts";
import { twinAnswers } from "./hostile/secrecy.ts";
import { type Stage, startStage } from "./hostile/stage.ts";
import { Tally, tableOf } from "./hostile/tally.ts";
import { everyCookie, everyLink, linksOfTheSuspended } from "./hostile/tokens.ts";

/** A part of each class inside `CI=true npm test`; `npm run trial -- hostile` tries them all. */
const isWhole = process.env.EVENHAND_TRIAL_HOSTILE !== undefined;

const everyPair = [
  ["unfair", "acceptable"],
  ["unsure", "unfair"],
  ["acceptable", "unsure"],
] as const;

const suite = (engine: TestEngine) => {
  let stage: Stage;
  let mails: MailServer;
  const tallies: Tally[] = [];

  beforeAll(async () => {
    mails = await startMailServer();
    stage = await startStage(engine, {
      EVENHAND_SMTP_URL: mails.url,
      EVENHAND_MAIL_FROM: "evenhand@panel.example",
    });
  });

  afterAll(async () => {
    await stage?.stop();
    await mails?.close();
    if (!isWhole) await engine.cleanUp();
    if (isWhole) console.log(`${engine.name}\n${tableOf(tallies)}`);
  });

  const attack = (name: string, act: (tally: Tally) => Promise<void>) =>
    it(name, async () => {
      const tally = new Tally(name);
      tallies.push(tally);
      await act(tally);
      expect(tally.failures.slice(0, 30)).toEqual([]);
      expect(tally.trials).toBeGreaterThan(0);
    });

  attack("every procedure as everybody", (tally) => everyProcedure(stage, tally, isWhole ? 1 : 17));
  attack("procedures in other ways", (tally) => otherWays(stage, tally));
  attack("every file as everybody", (tally) => everyFile(stage, tally, isWhole ? 1 : 7));
  attack("ids of others", (tally) => idsOfOthers(stage, tally));
  attack("every page of others", (tally) => everyPage(stage, tally));
  attack("return paths", (tally) => returnPaths(stage, tally, isWhole ? 1_000 : 40));
  attack("paths as they are asked for", (tally) => askedPaths(stage, tally, isWhole ? 1_000 : 40));
  attack("addresses given to next-auth", (tally) => callbackAddresses(stage, tally, isWhole ? 200 : 10));
  attack("links", (tally) => everyLink(stage, tally));
  attack("links of a suspended maker", (tally) => linksOfTheSuspended(stage, tally));
  attack("cookies", (tally) => everyCookie(stage, tally, isWhole ? 1 : 25));
  attack("races", (tally) => everyRace(stage, tally, isWhole ? 15 : 2));
  attack("requests of other sites", (tally) => foreignPages(stage, tally, isWhole ? 1 : 9));
  attack("other names of the server", (tally) => foreignNames(stage, tally));
  attack("posts of a framework", (tally) => actions(stage, tally, isWhole ? 1 : 11));
  attack("spellings of addresses", (tally) => pathTricks(stage, tally, isWhole ? 1 : 11));
  attack("broken requests", (tally) => brokenRequests(stage, tally));
  attack("headers of answers", (tally) => everyHeader(stage, tally));
  attack("texts", (tally) => everyText(stage, tally, mails));
  // The last: whoever floods is held up afterwards.
  attack("floods", (tally) =>
    everyFlood(stage, tally, isWhole ? { count: 300, names: 10_001 } : { count: 60, names: 101 }),
  );
};

// What is tried lies before the database, so the part is enough on one engine.
if (isWhole) describeEngines("hostile hands", (_openStore, engine) => suite(engine));
else describe("hostile hands", () => suite(sqliteEngine()));

describe("hostile eyes", () => {
  it("learn nothing before the close that depends on others' verdicts", async () => {
    const tally = new Tally("answers in twin worlds");
    await twinAnswers(tally, isWhole ? everyPair : everyPair.slice(0, 1), isWhole ? 1 : 13);
    if (isWhole) console.log(tableOf([tally]));
    expect(tally.failures.slice(0, 30)).toEqual([]);
  });
});
