import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { checkSecurityChain } from "#server/audit-log/security/check.ts";
import {
  emptySecurityHead,
  makeSecurityEntry,
  readSecurityLine,
  type SecurityEvent,
} from "#server/audit-log/security/entry.ts";
import { codeOf } from "../log-error-code.ts";

const noSubject = { actor: null, account: null, study: null, network: null };
const suspended: SecurityEvent = {
  ...noSubject,
  kind: "account.suspended",
  actor: "a",
  account: "b",
  detail: {},
};
const linked: SecurityEvent = {
  ...noSubject,
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
  it("accepts counts and times from their minimum on", () => {
    const restored = (studies: number, entries: number): SecurityEvent => {
      return { ...noSubject, kind: "server.restored", detail: { studies, entries } };
    };
    expect(chainOf([restored(0, 0)])).toHaveLength(1);
    expect(() => chainOf([restored(-1, 0)])).toThrow();
    expect(() => chainOf([restored(0, -1)])).toThrow();
    const confirmed = (aheadSeconds: number): SecurityEvent => {
      return {
        ...noSubject,
        kind: "server.clock-confirmed",
        detail: { aheadSeconds, clockAt: -5, steadyAt: -9 },
      };
    };
    expect(chainOf([confirmed(1)])).toHaveLength(1);
    expect(() => chainOf([confirmed(0)])).toThrow();
    const refused = (count: number): SecurityEvent => ({
      ...noSubject,
      kind: "access.refused",
      detail: { count },
    });
    expect(chainOf([refused(1)])).toHaveLength(1);
    expect(() => chainOf([refused(0)])).toThrow();
  });

  it("accepts token names up to a hundred characters, and at least one day", () => {
    const token = "t".repeat(100);
    const made = { token, scope: "read", days: 1 };
    const downloaded = { file: "log", token } as const;
    const taken: SecurityEvent[] = [
      { ...noSubject, kind: "token.made", detail: made },
      { ...noSubject, kind: "token.ended", detail: { token } },
      { ...noSubject, kind: "file.downloaded", detail: downloaded },
    ];
    expect(chainOf(taken)).toHaveLength(3);
    const longer = taken.map((event) => ({ ...event, detail: { ...event.detail, token: `${token}t` } }));
    const dayless = { ...noSubject, kind: "token.made", detail: { ...made, days: 0 } };
    for (const event of [...longer, dayless] as SecurityEvent[])
      expect(
        codeOf(() => chainOf([event])),
        event.kind,
      ).toBe("body-shape");
  });

  it("matches its format byte for byte", () => {
    const [first = "", second = ""] = chainOf([suspended, linked]);
    expect(first).toBe(
      `{"account":"b","actor":"a","at":1000,"detail":{},"kind":"account.suspended","network":null,"prev":"${"0".repeat(64)}","seq":1,"study":null,"v":1}`,
    );
    const hash = createHash("sha256").update(Buffer.concat([Buffer.from([0]), Buffer.from(first)]));
    expect(JSON.parse(second)).toMatchObject({ seq: 2, prev: hash.digest("hex"), kind: "link.made" });
  });

  it("is valid as created, and if empty", async () => {
    expect(await checkSecurityChain([])).toEqual({ head: emptySecurityHead, flaw: null });
    const report = await checkSecurityChain(chainOf([suspended, linked, suspended]));
    expect(report).toMatchObject({ head: { seq: 3 }, flaw: null });
  });

  it("reports the first line that was changed, removed, moved or inserted", async () => {
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

  it("reports the error of the first wrong line", async () => {
    const [one = "", , three = ""] = chainOf([suspended, linked, suspended]);
    const reasonOf = async (...lines: string[]) => (await checkSecurityChain(lines)).flaw?.reason;
    expect(await reasonOf(one, three)).toBe("number");
    expect(await reasonOf(one, "{}")).toBe("unreadable");
    const { head } = makeSecurityEntry(emptySecurityHead, 1_000, suspended);
    const next = (changed: object, at: number) => makeSecurityEntry({ ...head, ...changed }, at, linked).line;
    expect(await reasonOf(one, next({ hash: "0".repeat(64) }, 1_000))).toBe("hash");
    expect(await reasonOf(one, next({ at: 0 }, 999))).toBe("time");
    expect(await reasonOf(one, next({}, 1_000))).toBeUndefined();
  });

  it("has no line outside its format, with each number and text within its limits", () => {
    const [line = ""] = chainOf([linked]);
    const read = (changes: object) =>
      codeOf(() => readSecurityLine(canonicalJson({ ...JSON.parse(line), ...changes })));
    const names = ["actor", "account", "study", "network"];
    const longest = Object.fromEntries(names.map((name) => [name, "x".repeat(100)]));
    const held = [{}, { at: 0 }, longest, ...names.map((name) => ({ [name]: "x" }))];
    expect(held.map(read)).toEqual(held.map(() => "none"));
    const tooLong = names.flatMap((name) => [{ [name]: "" }, { [name]: "x".repeat(101) }]);
    const refused = [{ v: 2 }, { seq: 0 }, { at: -1 }, { prev: "0" }, { more: 1 }, ...tooLong];
    expect(refused.map(read)).toEqual(refused.map(() => "entry-shape"));
    expect(read({ kind: "link.eaten" })).toBe("unknown-type");
    expect(read({ detail: {} })).toBe("body-shape");
  });

  it("refuses an event earlier than the last one, and details of another kind", () => {
    const begun = (at: number) => codeOf(() => makeSecurityEntry(emptySecurityHead, at, suspended));
    expect([begun(0), begun(-1)]).toEqual(["none", "time-goes-back"]);
    const { head } = makeSecurityEntry(emptySecurityHead, 1_000, suspended);
    expect(() => makeSecurityEntry(head, 999, suspended)).toThrow(
      expect.objectContaining({ code: "time-goes-back" }),
    );
    const wrong = { ...suspended, detail: { password: "secret" } } as unknown as SecurityEvent;
    expect(() => makeSecurityEntry(head, 1_001, wrong)).toThrow(
      expect.objectContaining({ code: "body-shape" }),
    );
    const eventWith = (role: string) => () =>
      makeSecurityEntry(head, 1_001, { ...linked, detail: { purpose: "join", role } });
    for (const role of ["r", "r".repeat(30)]) expect(eventWith(role)).not.toThrow();
    for (const role of ["", "r".repeat(31)])
      expect(eventWith(role)).toThrow(expect.objectContaining({ code: "body-shape" }));
  });
});
