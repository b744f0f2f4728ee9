import { expect, it } from "vitest";
import { listStudiesOf } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import { withSettings } from "#server/platform/app/study-settings.ts";
import { changeSelection } from "#server/studies/change-selection.ts";
import { createDraft } from "#server/studies/drafts/create-draft.ts";
import { requireStudy } from "#server/studies/settings.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { publishedStudy } from "#tests/setup/study.ts";

const app = await sqliteApp();

it("reads the settings of studies in one query, and only those that are not cached", async () => {
  const { studyId, operatorId } = await publishedStudy(app, { auditors: 6 });
  await createDraft(app, operatorId, { name: "A draft" });
  const read = () =>
    app.store.read(async (db) => {
      const rows = await listStudiesOf(db, operatorId);
      let queryCount = 0;
      const select: Reader["q"]["select"] = (...given: []) => {
        queryCount += 1;
        return db.q.select(...given);
      };
      const found = await withSettings({ ...db, q: { ...db.q, select } }, rows);
      return { queryCount, sizes: found.map(({ settings }) => settings?.panel.selection.size) };
    });
  await app.store.read((db) => requireStudy(db, studyId));
  expect(await read()).toEqual({ queryCount: 0, sizes: [null, undefined] });
  await changeSelection(app, { studyId, selection: { how: "rotation", size: 2 } });
  expect(await read()).toEqual({ queryCount: 1, sizes: [2, undefined] });
  expect(await read()).toEqual({ queryCount: 0, sizes: [2, undefined] });
});
