import { afterAll, expect, it } from "vitest";
import {
  readPublicStudyId,
  requireEntry,
  requirePanelRound,
  requireStudyRound,
} from "#server/http/page-addresses.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { addNeighbour } from "#tests/setup/neighbour.ts";
import { inRequest } from "#tests/setup/request.ts";
import { publishedStudy } from "#tests/setup/study.ts";

const engine = sqliteEngine();
afterAll(() => engine.cleanUp());
const store = await engine.openStore();
const app = testApp(store);
const study = await publishedStudy(app);
const other = (await publishedStudy(app)).studyId;
const lastSeq = (await openRound(app, { studyId: study.studyId })).seq;
await addNeighbour(store, study.studyId);

const during = <T>(work: () => Promise<T>) => inRequest(app, new Request("http://evenhand.example/"), work);
const missing = { digest: "NEXT_HTTP_ERROR_FALLBACK;404" };
const wrongNumbers = ["0", "01", "-1", "1.0", "1e0", "one", "", " 1", "65537", "100000", "2"];

it("a page of a round exists if the round exists", async () => {
  expect(await during(() => requireStudyRound(study.studyId, "1"))).toBe(1);
  for (const text of wrongNumbers) {
    await expect(
      during(() => requireStudyRound(study.studyId, text)),
      text,
    ).rejects.toMatchObject(missing);
  }
  await expect(during(() => requireStudyRound(other, "1"))).rejects.toMatchObject(missing);
});

it("a page of a panel exists for the auditors who sit on it", async () => {
  const [auditor = ""] = study.auditorIds;
  expect(await during(() => requirePanelRound(study.studyId, "1", auditor))).toBe(1);
  for (const text of wrongNumbers) {
    await expect(
      during(() => requirePanelRound(study.studyId, text, auditor)),
      text,
    ).rejects.toMatchObject(missing);
  }
  for (const accountId of [study.operatorId, await addAccount(app, "another-account")]) {
    await expect(during(() => requirePanelRound(study.studyId, "1", accountId))).rejects.toMatchObject(
      missing,
    );
  }
  await expect(during(() => requirePanelRound(other, "1", auditor))).rejects.toMatchObject(missing);
});

it("a page of an entry exists if the entry exists", async () => {
  expect(await during(() => requireEntry(study.studyId, "1"))).toBe(1);
  expect(await during(() => requireEntry(study.studyId, String(lastSeq)))).toBe(lastSeq);
  for (const text of ["0", "01", "-1", "1.0", "last", "", "9".repeat(16), String(lastSeq + 1)]) {
    await expect(
      during(() => requireEntry(study.studyId, text)),
      text,
    ).rejects.toMatchObject(missing);
  }
});

it("a public page exists for every well-formed study id", async () => {
  expect(readPublicStudyId(study.studyId)).toBe(study.studyId);
  for (const text of ["", "1", `${study.studyId}x`, "../sign-in"])
    await expect(
      during(async () => readPublicStudyId(text)),
      text,
    ).rejects.toMatchObject(missing);
});
