import { listObjections } from "#db/queries/objections.ts";
import { listPeopleAt } from "#db/queries/round-people.ts";
import type { App } from "#server/platform/app/app.ts";
import { readShownPeople } from "#server/rounds/shown-people.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";

/** Lists the objections of a study for its operator, newest first, with the people's identifiers. */
export async function readObjections(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const settings = settingsOf(study);
    const rows = await listObjections(db, studyId);
    const people = rows.length === 0 ? [] : await listPeopleAt(db, studyId, rows);
    const ids = people.map(({ personId }) => personId);
    const shownPerson = await readShownPeople(db, { studyId, settings, reader: "operator" }, ids);
    return {
      hasEnded: study.state === "ended",
      objections: rows.map((row) => {
        const place = people.find(({ round, position }) => round === row.round && position === row.position);
        const personId = place?.personId ?? "";
        return { ...row, personId, identifiers: shownPerson(personId).identifiers };
      }),
    };
  });
}

export type ObjectionRow = Awaited<ReturnType<typeof readObjections>>["objections"][number];
