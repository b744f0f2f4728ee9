import { expect, it } from "vitest";
import type { Tx } from "#db/store/store.ts";
import { type Attempt, beginAttempt } from "#server/accounts/attempts.ts";
import { type AccountsTestApp, accountsApp } from "#tests/accounts/invitations/people.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";

describeEngines("sign-in attempts", (openStore) => {
  const of = { of: "password", device: null } as const;
  const open = async () => accountsApp(await openStore());
  const at = (account: string, network: string): Attempt => ({ ...of, account, network });
  const right = async (app: AccountsTestApp, attempt: Attempt) => {
    const succeeded = await beginAttempt(app, attempt);
    await app.store.tx((tx: Tx) => succeeded(tx));
  };

  async function fail(app: AccountsTestApp, times: number, attempt: Attempt) {
    for (let time = 0; time < times; time += 1) await beginAttempt(app, attempt);
  }

  const device = "d".repeat(64);

  it.each([
    ["a network, for any account", (time: number) => at(`account ${time}`, "a"), 20, 600],
    ["one account from one network", () => at("amina", "a"), 5, 600],
    ["one account from everywhere", (time: number) => at("amina", `network ${time}`), 100, 10],
    ["a device that is known", () => ({ ...at("amina", "a"), device }), 10, 60],
  ] as const)(
    "of %s are free at first, and then must wait to the millisecond",
    async (_, next, free, longest) => {
      const app = await open();
      let [time, count] = [app.now(), 0];
      const attempt = () => beginAttempt({ ...app, now: () => time }, next(count));
      for (; count < free; count += 1) await attempt();
      for (let wait = 1; ; wait = Math.min(2 * wait, longest)) {
        time += 1_000 * wait - 1;
        expect((await refused(attempt(), "too-many-attempts")).message).toContain("Wait 1 second,");
        time += 1;
        await attempt();
        count += 1;
        if (count - free > 2 && wait === longest) break;
      }
      expect((await refused(attempt(), "too-many-attempts")).message).toContain(`Wait ${longest} seconds,`);
      time += 1_000 * longest - 1_001;
      expect((await refused(attempt(), "too-many-attempts")).message).toContain("Wait 2 seconds,");
    },
  );

  it("are forgotten after exactly an hour", async () => {
    const app = await open();
    let time = app.now();
    const attempt = () => beginAttempt({ ...app, now: () => time }, at("amina", "a"));
    for (let count = 0; count < 5; count += 1) await attempt();
    time += 3_600_000 - 1;
    await attempt();
    await refused(attempt(), "too-many-attempts");
    time += 3_600_000;
    for (let count = 0; count < 5; count += 1) await attempt();
    await refused(attempt(), "too-many-attempts");
  });

  it("at one account from all networks are forgotten an hour after the first wrong one", async () => {
    const app = await open();
    let [time, count] = [app.now(), 0];
    const attempt = () => {
      count += 1;
      return beginAttempt({ ...app, now: () => time }, at("amina", `network ${count}`));
    };
    const hour = 3_600_000;
    const succeeded = await attempt();
    await app.store.tx((tx: Tx) => succeeded(tx));
    // An hour after the correct one, which started no hour.
    time += hour - 1;
    await attempt();
    time += 1;
    for (let more = 0; more < 99; more += 1) await attempt();
    await refused(attempt(), "too-many-attempts");
    time += hour - 2;
    await attempt();
    await refused(attempt(), "too-many-attempts");
    time += 1;
    await attempt();
    await attempt();
  });

  it("of a network never count below zero, however late their success is known", async () => {
    const app = await open();
    const mine = (count: number) => at(`mine ${count}`, "a");
    const begun = [await beginAttempt(app, mine(1)), await beginAttempt(app, mine(2))];
    app.clock.advance(3_600_000);
    begun.push(await beginAttempt(app, mine(3)));
    for (const succeeded of begun) await app.store.tx((tx: Tx) => succeeded(tx));
    for (let count = 0; count < 20; count += 1) await beginAttempt(app, at(`account ${count}`, "a"));
    await refused(beginAttempt(app, at("account 20", "a")), "too-many-attempts");
  });

  it("count while they are being checked", async () => {
    const app = await open();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => beginAttempt(app, at("amina", "a"))),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });

  it("slow down a network that tries many accounts, and no other network", async () => {
    const app = await open();
    for (let time = 0; time < 20; time += 1) await beginAttempt(app, at(`account ${time}`, "a"));
    await refused(beginAttempt(app, at("account 20", "a")), "too-many-attempts");
    await beginAttempt(app, at("account 20", "b"));
  });

  it("still count after a sign-in to the attacker's own account in between", async () => {
    const app = await open();
    for (let time = 0; time < 20; time += 1) {
      await beginAttempt(app, at(`victim ${time}`, "a"));
      if (time < 19) await right(app, at("mine", "a"));
    }
    await refused(beginAttempt(app, at("victim 20", "a")), "too-many-attempts");
  });

  it("are forgotten an hour after the last, or at the correct password", async () => {
    const app = await open();
    await fail(app, 4, at("amina", "a"));
    await right(app, at("amina", "a"));
    await fail(app, 5, at("amina", "a"));
    await refused(beginAttempt(app, at("amina", "a")), "too-many-attempts");
    app.clock.advance(3_600_000);
    await fail(app, 5, at("amina", "a"));
  });

  it("by others do not count against a known device, which has a count of its own", async () => {
    const app = await open();
    for (let time = 0; time < 100; time += 1) await beginAttempt(app, at("amina", `network ${time % 20}`));
    const mine = { ...at("amina", "network 1"), device: "a".repeat(64) };
    await fail(app, 10, mine);
    await refused(beginAttempt(app, mine), "too-many-attempts");
    await beginAttempt(app, { ...mine, device: "b".repeat(64) });
  });

  it("with invented names keep all other counts and a bounded table, however many there are", async () => {
    const app = await open();
    await fail(app, 5, at("amina", "a"));
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256]) {
      app.clock.advance(seconds * 1_000);
      await beginAttempt(app, at("amina", "a"));
    }
    // One transaction each: on PostgreSQL fewer are enough.
    const names = app.store.engine === "sqlite" ? 2_001 : 301;
    for (let from = 0; from < names; from += 100) {
      await Promise.allSettled(
        Array.from({ length: 100 }, (_, index) =>
          beginAttempt(app, at(`made up ${from + index}`, `network ${Math.floor((from + index) / 15)}`)),
        ),
      );
    }
    await refused(beginAttempt(app, at("amina", "a")), "too-many-attempts");
    const rows = await app.store.read((db) => db.q.$count(db.t.attempt));
    expect(Number(rows)).toBeLessThan(3 * 65_536);
  });

  it("at the present password and at the factor count from all networks, separately", async () => {
    const app = await open();
    const guess = (what: "present-password" | "factor", network: string) =>
      beginAttempt(app, { of: what, account: "amina", network, device: null });
    for (let time = 0; time < 5; time += 1) await guess("present-password", `network ${time}`);
    await refused(guess("present-password", "another"), "too-many-attempts");
    await guess("factor", "another");
    await beginAttempt(app, at("amina", "another"));
  });

  it("are shared by all servers of one database", async () => {
    const store = await openStore();
    const [one, other] = [accountsApp(store), accountsApp(store)];
    await fail(one, 5, at("amina", "a"));
    await refused(beginAttempt(other, at("amina", "a")), "too-many-attempts");
  });
});
