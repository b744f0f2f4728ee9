import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PlaceholdersLeft } from "#components/account/organisation/placeholders.tsx";
import * as drafts from "#messages/organisationDrafts.ts";

const shown = (text: string) => renderToStaticMarkup(createElement(PlaceholdersLeft, { text }));

it("names what is still in brackets in a public text, each once", () => {
  const text = drafts.imprint({ name: "Town of Here", contact: "office@here.example" });
  expect(shown(text)).toContain("5 places are not filled in.");
  expect(shown(text)).toContain("[street and number]");
  expect(shown("[number] days, [number] weeks")).toContain("One place is not filled in.");
});

it("says nothing about a text that is filled in, with links and lists to tick", () => {
  expect(shown("See [our rules](https://here.example).\n\n- [x] done")).toBe("");
  expect(shown("")).toBe("");
});
