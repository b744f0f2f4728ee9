import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { kinds } from "#components/setup/begin-form.tsx";
import { BackLink } from "#components/setup/review/review-step.tsx";
import { stepsOf } from "#components/setup/steps.ts";

it("counts the steps of each kind of study as they are", () => {
  for (const { value, what } of kinds) expect(what).toContain(` ${stepsOf(value).length} steps.`);
});

it.each([
  ["learn", "rehearsal", "Back to rehearsal"],
  ["audit", "settings", "Back to settings"],
] as const)("leads back from the review of a study of kind %s to a step that it has", (kind, step, words) => {
  const link = renderToStaticMarkup(createElement(BackLink, { studyId: "s", kind }));
  expect(link).toContain(`href="/studies/s/setup/${step}"`);
  expect(link).toContain(words);
});
