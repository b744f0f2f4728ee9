import { isOneOf, type Kit, references } from "./kit.ts";
import type { StudyTables } from "./studies.ts";

const sealedValues = ["yes", "no"] as const;

export function peopleTables(kit: Kit, { study }: StudyTables) {
  /** One uploaded file. */
  const peopleImport = kit.table(
    "people_import",
    {
      studyId: kit.reference("study_id", () => study.id),
      id: kit.text("id").notNull(),
      /** SHA-256 of the file's bytes. */
      fileHash: kit.text("file_hash").notNull(),
      firstOrdinal: kit.integer("first_ordinal").notNull(),
      rowCount: kit.integer("row_count").notNull(),
      startedAt: kit.large("started_at").notNull(),
      /** The entry `people.imported`; null while rows still arrive, and until then its people cannot be in a round. */
      seq: kit.large("seq"),
    },
    (t) => [kit.primaryKey({ columns: [t.studyId, t.id] })],
  );

  /** The pseudonym of a person, without personal data. The row stays when the person is erased. */
  const person = kit.table(
    "person",
    {
      studyId: kit.reference("study_id", () => study.id),
      /** p1, p2, ...: the pseudonym the log uses, in the order of the files. */
      id: kit.text("id").notNull(),
      importId: kit.text("import_id").notNull(),
      ordinal: kit.integer("ordinal").notNull(),
      /** The keyed hash of the features, a leaf of the import's root in the log; it stays when the person is erased. */
      digest: kit.text("digest").notNull(),
      /** The person's round; null before it and after a cancelled round. */
      roundNumber: kit.integer("round_number"),
      erasedAt: kit.large("erased_at"),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.id] }),
      kit.uniqueIndex("person_ordinal").on(t.studyId, t.ordinal),
      kit.index("person_waiting").on(t.studyId, t.roundNumber, t.ordinal),
      references(kit, "person_import", [t.studyId, t.importId], [peopleImport.studyId, peopleImport.id]),
    ],
  );

  /** All personal data of a person. An erasure deletes the row. */
  const personData = kit.table(
    "person_data",
    {
      studyId: kit.text("study_id").notNull(),
      personId: kit.text("person_id").notNull(),
      /** 32 random bytes as hex: the key of the digest in the log. */
      digestKey: kit.text("digest_key").notNull(),
      /** Canonical JSON array: one cell per column of the study, string or null. */
      features: kit.text("features").notNull(),
      /** Canonical JSON array: one cell per group column, string or null; for reporting only, never read for a round. */
      groups: kit.text("groups").notNull(),
      /** Canonical JSON array of the identifier cells, for the operator's own look-up; never shown to auditors. */
      identifiers: kit.text("identifiers").notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.personId] }),
      references(kit, "person_data_person", [t.studyId, t.personId], [person.studyId, person.id]),
    ],
  );

  /** An outcome column of the file (a replay of history): read only for people the draw selected. */
  const sealedOutcome = kit.table(
    "sealed_outcome",
    {
      studyId: kit.text("study_id").notNull(),
      personId: kit.text("person_id").notNull(),
      value: kit.word("value", sealedValues).notNull(),
    },
    (t) => [
      kit.primaryKey({ columns: [t.studyId, t.personId] }),
      references(kit, "sealed_outcome_person", [t.studyId, t.personId], [person.studyId, person.id]),
      kit.check("sealed_outcome_value", isOneOf(t.value, sealedValues)),
    ],
  );

  return { peopleImport, person, personData, sealedOutcome };
}

export type PeopleTables = ReturnType<typeof peopleTables>;
