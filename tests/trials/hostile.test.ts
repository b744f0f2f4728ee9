import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqliteEngine } from "../setup/engine-sqlite.ts";
import { type MailServer, startMailServer } from "../setup/mail-server.ts";
import { everyHeader, pathTricks, strangePathRequests } from "./hostile/addresses.ts";
import { brokenRequests } from "./hostile/broken.ts";
import { everyText } from "./hostile/injected.ts";
import { type Stage, startStage } from "./hostile/stage.ts";
import { Tally } from "./hostile/tally.ts";

/** Attacks that only a running server can show to be refused; tests/http shows all others. */
describe("a running server under attack", () => {
  const engine = sqliteEngine();
  let stage: Stage;
  let mails: MailServer;

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
    await engine.cleanUp();
  });

  const attack = (name: string, act: (tally: Tally) => Promise<void>) =>
    it(name, async () => {
      const tally = new Tally();
      await act(tally);
      expect(tally.failures.slice(0, 30)).toEqual([]);
      expect(tally.trials).toBeGreaterThan(0);
    });

  attack("strange paths", (tally) => strangePathRequests(stage, tally));
  attack("spellings of addresses", (tally) => pathTricks(stage, tally));
  attack("broken requests", (tally) => brokenRequests(stage, tally));
  attack("headers of answers", (tally) => everyHeader(stage, tally));
  attack("texts", (tally) => everyText(stage, tally, mails));
});
