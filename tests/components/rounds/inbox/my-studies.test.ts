import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MyStudies } from "#components/rounds/inbox/my-studies.tsx";
import type { InboxStudy } from "#server/rounds/inbox/read-inbox.ts";

const study = (part: Partial<InboxStudy>): InboxStudy => ({
  ...{ id: "s", name: "Loans", state: "ready", role: "auditor", played: null },
  waiting: { act: { kind: "wait-for-round" }, isMine: false, later: [], meanwhile: [] },
  ...part,
});
const page = (...studies: InboxStudy[]) => renderToStaticMarkup(createElement(MyStudies, { studies }));

it("offers practice to an auditor who waits for a round, and does not call the study over", () => {
  const words = page(study({}));
  expect(words).toContain('href="/studies/s/practice"');
  expect(words).not.toMatch(/>[^<]*([Ee]nded|\bover\b)/);
  expect(page(study({ role: "researcher" }))).not.toContain("practice");
});

it("lists ended studies separately", () => {
  const waiting = { act: { kind: "ended" }, isMine: false, later: [], meanwhile: [] } as const;
  const words = page(study({}), study({ id: "t", state: "ended", waiting }));
  expect(words.split("Ended")[1]).toContain('href="/studies/t"');
  expect(words.split("Ended")[0]).not.toContain('href="/studies/t"');
});

it("gives all tables of a page the same columns", () => {
  const waiting = { act: { kind: "ended" }, isMine: false, later: [], meanwhile: [] } as const;
  const played = { closedCount: 3, plannedCount: 40, reportCount: 1 };
  const words = page(study({}), study({ id: "t", state: "ended", role: "operator", played, waiting }));
  const [first, second] = words.match(/<thead>.*?<\/thead>/g) ?? [];
  expect(first).toContain("Rounds closed");
  expect(first).toBe(second);
});
