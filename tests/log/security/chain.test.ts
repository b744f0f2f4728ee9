import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkSecurityChain } from "#server/log/security/check.ts";
import { emptySecurityHead, makeSecurityEntry, type SecurityEvent } from "#server/log/security/entry.ts";

const nobody = { actor: null, account: null, study: null, network: null };
const suspended: SecurityEvent = {
  ...nobody,
  kind: "account.suspended",
  actor: "a",
  account: "b",
  detail: {},
};
const linked: SecurityEvent = {
  ...nobody,
  kind: "link.made",
  actor: "a",
  network: "192.0.2.7",
  detail: { purpose: "join", role: "operator" },
};

function chainOf(events: readonly SecurityEvent[]): string[] {
  let head = emptySecurityHead;
  return events.map((event, index) => {
    const made = makeSecurityEntry(head, 1_000 + index, event);
    head = made.head;
    return made.line;
  });
}

describe("the chain of security events", () => {
  it("counts and waits, where an event does, from their least on", () => {
    const restored = (studies: number, entries: number): SecurityEvent => {
      return { ...nobody, kind: "server.restored", detail: { studies, entries } };
    };
    expect(chainOf([restored(0, 0)])).toHaveLength(1);
    expect(() => chainOf([restored(-1, 0)])).toThrow();
    expect(() => chainOf([restored(0, -1)])).toThrow();
    const confirmed = (aheadSeconds: number): SecurityEvent => {
      return {
        ...nobody,
        kind: "server.clock-confirmed",
        detail: { aheadSeconds, clockAt: -5, steadyAt: -9 },
      };
    };
    expect(chainOf([confirmed(1)])).toHaveLength(1);
    expect(() => chainOf([confirmed(0)])).toThrow();
  });

  it("is what its format says, byte for byte", () => {
    const [first = "", second = ""] = chainOf([suspended, linked]);
    expect(first).toBe(
      `{"account":"b","actor":"a","at":1000,"detail":{},"kind":"account.suspended","network":null,"prev":"${"0".repeat(64)}","seq":1,"study":null,"v":1}`,
    );
    const hash = createHash("sha256").update(Buffer.concat([Buffer.from([0]), Buffer.from(first)]));
    expect(JSON.parse(second)).toMatchObject({ seq: 2, prev: hash.digest("hex"), kind: "link.made" });
  });

  it("is whole as it was made, and when there is nothing", async () => {
    expect(await checkSecurityChain([])).toEqual({ head: emptySecurityHead, flaw: null });
    const report = await checkSecurityChain(chainOf([suspended, linked, suspended]));
    expect(report).toMatchObject({ head: { seq: 3 }, flaw: null });
  });

  it("names the first line that was changed, left out, moved or put in", async () => {
    const lines = chainOf([suspended, linked, suspended, linked]);
    const [one = "", two = "", three = "", four = ""] = lines;
    const flawIn = async (changed: readonly string[]) => (await checkSecurityChain(changed)).flaw?.line;
    expect(await flawIn([one.replace('"b"', '"c"'), two, three, four])).toBe(2);
    expect(await flawIn([one, three, four])).toBe(2);
    expect(await flawIn([two, three])).toBe(1);
    expect(await flawIn([one, three, two])).toBe(2);
    expect(await flawIn([one, two, two])).toBe(3);
    expect(await flawIn([one, two.replace('"operator"', '"emperor", "x":1')])).toBe(2);
    expect(await flawIn([one, two.replace("link.made", "link.eaten")])).toBe(2);
  });

  it("refuses an event before the last one, and details of another kind", () => {
    const { head } = makeSecurityEntry(emptySecurityHead, 1_000, suspended);
    expect(() => makeSecurityEntry(head, 999, suspended)).toThrow(
      expect.objectContaining({ code: "time-goes-back" }),
    );
    const wrong = { ...suspended, detail: { password: "secret" } } as unknown as SecurityEvent;
    expect(() => makeSecurityEntry(head, 1_001, wrong)).toThrow(
      expect.objectContaining({ code: "body-shape" }),
    );
    const told = (role: string) => () =>
      makeSecurityEntry(head, 1_001, { ...linked, detail: { purpose: "join", role } });
    expect(told("r".repeat(30))).not.toThrow();
    for (const role of ["", "r".repeat(31)])
      expect(told(role)).toThrow(expect.objectContaining({ code: "body-shape" }));
  });
});
