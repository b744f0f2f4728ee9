import { expect, it } from "vitest";
import { listFeatures } from "#db/queries/people.ts";
import { readCells } from "#server/audit-log/features.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { plainReading } from "#server/study/cells/notation.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { addPeople, madeUpPeople, publishedStudy } from "#tests/setup/study.ts";

describeEngines("decisions of the rule in force in a study that learns", async (openStore) => {
  const app = testApp(await openStore());

  it("are stored with the people as chances, and neither shown nor used by rules", async () => {
    const decisions = { ...plainReading("category"), yes: ["admitted"], no: ["rejected"] };
    const study = await publishedStudy(app, {
      people: madeUpPeople(3),
      chances: ["admitted", "rejected", "admitted"],
      columns: [{}, {}, {}, decisions],
    });
    const { studyId } = study;
    const kept = async () => {
      const rows = await app.store.read((db) => listFeatures(db, { studyId, after: 0, limit: 10 }));
      return rows.map(({ features }) => readCells(features).at(-1));
    };
    expect(await kept()).toEqual(["1", "0", "1"]);
    const { learner, presentation } = settingsOf(await app.store.read((db) => requireStudy(db, studyId)));
    expect(learner.columns.at(-1)).toEqual({ name: "score", type: "number" });
    expect(presentation.fields).not.toContain("score");
    expect(JSON.stringify("hypotheses" in learner && learner.hypotheses)).not.toContain("score");

    // A later file is read in the same way, and needs the column too.
    await addPeople(app, study, { people: madeUpPeople(2), chances: ["rejected", "admitted"] });
    expect(await kept()).toEqual(["1", "0", "1", "0", "1"]);
    const lacking = await refused(addPeople(app, study, { people: madeUpPeople(2) }), "bad-input");
    expect(lacking.message).toContain("The file lacks “score”");
  });
});
