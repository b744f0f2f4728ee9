import { expect, it } from "vitest";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { inLanguage } from "#server/locale.ts";
import { learnerRefusal } from "#server/study/settings/learner-refusals.ts";

const figures = { count: 200_000, most: 100_000 };

it.each([
  [
    new LearnerError("class-too-large", "200000 rules, at most 100000", { figures }),
    "Es sind 200.000, möglich sind höchstens 100.000.",
  ],
  [
    new LearnerError("snapshot-damaged", "the snapshot is damaged"),
    "Das Lernverfahren nimmt diese Einstellungen nicht an. Der Grund ist snapshot-damaged.",
  ],
])("an error of the learner is shown in the reader's language, with its figures", (error, words) => {
  const said = inLanguage("de", () => learnerRefusal(error));
  expect(said).toContain(words);
  expect(said).not.toContain(error.message);
});
