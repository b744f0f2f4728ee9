/** A verifier describes differences in the reader's language; the log's names and values stay unchanged. */

import { expect, it } from "vitest";
import { isSignedFast } from "#server/cli/fast-signatures.ts";
import { inLanguage, type Language } from "#server/locale.ts";
import { linesIn } from "#server/verifier/lines.ts";
import { verifyLog } from "#server/verifier/verify.ts";
import { forgeries } from "#tests/replay/forgeries/forgeries.ts";

/** A third of all forgeries, which takes some seconds in each language. */
const records = forgeries().flatMap(({ record }, index) =>
  index % 3 === 0 ? [new TextEncoder().encode(record)] : [],
);

const verifiedIn = (language: Language) =>
  inLanguage(language, () =>
    records.flatMap((record) => verifyLog({ lines: linesIn([record]), isSigned: isSignedFast }).problems),
  );
const problems = { en: verifiedIn("en"), de: verifiedIn("de"), es: verifiedIn("es") };

/** Names of an entry's type, of a field, or of a person. */
const ofTheLog =
  /^(alpha|eta|t|u|tau|[a-z]+[A-Z][A-Za-z]+|[a-z-]+\.[a-z-]+|panel|limit|pull|target|spent|lead)$/;

it.each(["de", "es"] as const)("the differences of forged records are described in %s", (language) => {
  const { en: english, [language]: found } = problems;
  expect(found.map(({ seq }) => seq)).toEqual(english.map(({ seq }) => seq));
  const same = found.flatMap(({ what }, index) => (what === english[index]?.what ? [what] : []));
  expect([...new Set(same)].filter((what) => !ofTheLog.test(what))).toEqual([]);
  const words = new Set(found.map(({ expected }) => expected));
  const sentence = /^(?:a|an|the|of|one|once|none|no|from|before|after|what|at most|at least) [a-z]/;
  expect([...words].filter((text) => sentence.test(text))).toEqual([]);
});

it.each(["de", "es"] as const)(
  "refusals of the log's functions are described in %s, with the detail",
  (language) => {
    const { en: english, [language]: found } = problems;
    const detailed = found.filter(({ detail }) => detail !== undefined);
    expect(detailed.length).toBeGreaterThan(10);
    const same = found.flatMap(({ found: text, detail }, index) =>
      detail !== undefined && text === english[index]?.found ? [text] : [],
    );
    expect(same).toEqual([]);
  },
);
