import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BackLink } from "#components/setup/review/review-step.tsx";

it.each([
  ["learn", "rehearsal", "Back to rehearsal"],
  ["audit", "settings", "Back to settings"],
] as const)("leads from the review of a study of kind %s back to an existing step", (kind, step, words) => {
  const link = renderToStaticMarkup(createElement(BackLink, { studyId: "s", kind }));
  expect(link).toContain(`href="/studies/s/draft/${step}"`);
  expect(link).toContain(words);
});
