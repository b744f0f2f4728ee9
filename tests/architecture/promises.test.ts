import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { brokenPromises, promisesIn, sentencesIn, tierOfTest } from "./promises.ts";
import { sourceFiles } from "./source-files.ts";

const pages = sourceFiles(
  "{app,components}/**/*.{ts,tsx}",
  "components/messages/*.en.json",
  "server/{accounts/messages,platform/mail,rounds/reminders}/**/*.ts",
);
const promised = promisesIn(readFileSync("docs/promises.md", "utf8"));

test("docs/promises.md lists exactly the promises of pages and mails, each with a test", () => {
  expect(promised.length).toBeGreaterThan(30);
  const textOfTest = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);
  expect(brokenPromises(promised, pages, textOfTest)).toEqual([]);
});

test("reads sentences from strings, templates and JSX, not from comments", () => {
  const source = `
    // This will not count.
    const a = "One. It is sent at once!";
    const b = \`\${a} will be \${a}\`;
    const c = <p className="grid">Nothing <b>cannot</b>
      be undone.</p>;`;
  expect(sentencesIn("a.tsx", source)).toEqual(
    expect.arrayContaining(["One.", "It is sent at once!", "{} will be {}", "cannot", "be undone."]),
  );
  expect(sentencesIn("a.tsx", source).join()).not.toContain("count");
});

test("reports a missing sentence, a missing test, a wrong tier and an unlisted promise", () => {
  const row = (sentence: string, name: string, tier = "quick") =>
    `| ${sentence} | \`a.ts\` | \`tests/a.test.ts\`: ${name} | ${tier} |`;
  const list = [
    row("It is sent at once.", "sends", "full"),
    row("It cannot fail.", "gone"),
    row("Moved.", "sends"),
  ];
  const page = {
    file: "a.ts",
    source: `const a = ["It is sent at once.", "It cannot fail.", "You will see."];`,
  };
  const reports = brokenPromises(promisesIn(list.join("\n")), [page], (file) =>
    file === "tests/a.test.ts" ? `it("sends", ...)` : undefined,
  );
  expect(reports).toHaveLength(4);
  expect(reports[0]).toContain("no longer says “Moved.”");
  expect(reports[1]).toContain("has no test “gone”");
  expect(reports[2]).toContain("tests/a.test.ts runs in the quick tier");
  const added = row("You will see.", "NAME OF THE TEST", "TIER").replace("tests/a", "tests/FOLDER/FILE");
  expect(reports[3]).toContain(added);
});

test("takes the tier from the file, and from the tag of a browser test", () => {
  expect(tierOfTest("tests/audit-log/chain.test.ts", "")).toBe("quick");
  expect(tierOfTest("tests/trials/kill.test.ts", "")).toBe("full");
  expect(tierOfTest("tests/scripts/stopping.test.ts", "")).toBe("full");
  expect(tierOfTest("tests/e2e/a.spec.ts", "")).toBe("full");
  expect(tierOfTest("tests/e2e/a.spec.ts", 'tag: "@journey"')).toBe("quick");
});
