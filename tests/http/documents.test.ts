import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { afterAll, describe, expect, it, test } from "vitest";
import { addressIn } from "#components/ui/markdown/addresses.ts";
import { type Part, parseMarkdown, textOfParts } from "#components/ui/markdown/parse.ts";
import {
  documentAddresses,
  documentsOf,
  findDocument,
  languageOf,
  readDocument,
} from "#server/http/documents.ts";
import { languages } from "#server/locale.ts";
import { testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { fetchAs } from "./routes.ts";

const addresses = documentAddresses();
const files = [...addresses.keys()];
const texts = files.filter((file) => file.endsWith(".md"));
const sourceOf = (file: string) => readFileSync(`docs/${file}`, "utf8");

it("every text of docs/ has an address and is in its reader's index, decision records in their own", () => {
  for (const [file, address] of addresses) {
    expect(findDocument(address.replace("/docs/", ""), languageOf(file)), address).toBe(file);
  }
  const indexed = new Set<string>(Object.values(documentsOf).flat());
  const left = texts.filter((file) => !/^decisions\/\d|\.(de|es)\.md$/.test(file) && !indexed.has(file));
  expect(left).toEqual([]);
  expect([...indexed].filter((file) => !addresses.has(file))).toEqual([]);
});

it.each([
  ["log-format", "de", "log-format.md"],
  ["decisions", "en", "decisions/README.md"],
  ["auditor", "es", "help/auditor.es.md"],
  ["auditor", "en-XA", "help/auditor.en.md"],
  ["from-token-to-figures.ipynb", "en", "from-token-to-figures.ipynb"],
])("finds %s in %s as %s", (name, language, file) => {
  expect(findDocument(name, language)).toBe(file);
});

it.each([
  "log-format.md",
  "../README",
  "log-format/../theory",
  "..%2Ftheory",
  "/etc/passwd",
  "help/auditor.en",
  "decisions/README",
  "__proto__",
  "constructor",
  "",
])("finds no document named %j", (name) => {
  expect(findDocument(name, "en")).toBeUndefined();
});

it("a program is shown as code", async () => {
  const [title, code] = parseMarkdown(await readDocument("policy-file.schema.json"));
  expect(title).toMatchObject({ kind: "heading", number: 1 });
  expect(code).toMatchObject({ kind: "code", language: "", text: sourceOf("policy-file.schema.json") });
});

it("a notebook is shown as text and code, and is saved without outputs", async () => {
  const blocks = parseMarkdown(await readDocument("from-token-to-figures.ipynb"));
  expect(blocks[0]).toMatchObject({ kind: "heading", number: 1 });
  const { cells } = JSON.parse(sourceOf("from-token-to-figures.ipynb"));
  const programs = cells.filter((cell: { cell_type: string }) => cell.cell_type === "code");
  expect(blocks.filter(({ kind }) => kind === "code")).toHaveLength(programs.length);
  for (const { outputs } of programs) expect(outputs).toEqual([]);
});

/** Lists every link and picture of a text. */
function targetsIn(parts: readonly Part[]): { kind: string; href: string }[] {
  return parts.flatMap(({ kind, href, inside }) => [
    ...(href === undefined ? [] : [{ kind, href }]),
    ...targetsIn(inside),
  ]);
}

function anchorsIn(file: string): string[] {
  const anchors: string[] = [];
  for (const { anchor } of parseMarkdown(sourceOf(file))) if (anchor !== undefined) anchors.push(anchor);
  return anchors;
}

test.each(texts)("every link of docs/%s leads to an existing page, heading or picture", (file) => {
  const addressOf = addressIn(file, addresses);
  const dead = targetsIn(parseMarkdown(sourceOf(file))).filter(({ kind, href }) => {
    const address = addressOf(href);
    if (address === null) {
      // A link out of docs/ is shown as text only; on a code host it leads to the file.
      const outside = posix.join("docs", posix.dirname(file), href.replace(/#.*/, ""));
      return outside.startsWith("docs/") || readFileSync(outside).length === 0;
    }
    if (/^(https?|mailto):/.test(address)) return false;
    if (kind === "image") return !/^\/docs\/screens\/[\w-]+-(wide|narrow)-light\.png$/.test(address);
    const [page, anchor] = address.split("#");
    const target = page === "" ? file : files.find((other) => addresses.get(other) === page);
    return target === undefined || (anchor !== undefined && !anchorsIn(target).includes(anchor));
  });
  expect(dead).toEqual([]);
});

describe.each(["auditor", "operator", "researcher"])("the help page for %s", (reader) => {
  const outline = (language: string) => {
    const blocks = parseMarkdown(sourceOf(`help/${reader}.${language}.md`));
    const headings = blocks.flatMap((block) => (block.kind === "heading" ? [block.number] : []));
    const items = blocks.flatMap((block) => (block.kind.endsWith("_list") ? [block.inside.length] : []));
    return { headings, items, targets: targetsIn(blocks) };
  };

  it.each(Object.keys(languages))("has the same headings, lists, links and pictures in %s", (language) => {
    const { targets, ...rest } = outline(language);
    expect(targets.filter(({ kind }) => kind === "image").length).toBeGreaterThanOrEqual(2);
    expect({ targets, ...rest }).toEqual(outline("en"));
  });

  it("is written in each language", () => {
    const titles = Object.keys(languages).map((language) => {
      const [title] = parseMarkdown(sourceOf(`help/${reader}.${language}.md`));
      return title?.kind === "heading" ? textOfParts(title.inside) : "";
    });
    expect(new Set(titles)).toHaveLength(3);
  });
});

describe("a picture", () => {
  const engine = sqliteEngine();
  afterAll(() => engine.cleanUp());

  it("is sent to any visitor; other names and files get a 404", async () => {
    const app = testApp(await engine.openStore());
    const get = (name: string) => fetchAs(app, null, `/docs/screens/${name}`);
    const answer = await get("judging-wide-light.png");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
    const body = Buffer.from(await answer.arrayBuffer());
    expect(body).toEqual(readFileSync("docs/screens/judging-wide-light.png"));
    for (const name of ["nothing.png", "..%2Flog-format.md", "%2Fetc%2Fpasswd", "__proto__"])
      expect((await get(name)).status, name).toBe(404);
  });

  it.each(files.filter((file) => file.endsWith(".png")))("%s has the size that its page reserves", (file) => {
    const picture = readFileSync(`docs/${file}`);
    const size = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
    expect(size).toEqual(file.includes("-narrow-") ? [252, 560] : [896, 630]);
  });
});
