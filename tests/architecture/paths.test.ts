import { expect, test } from "vitest";
import { fragilePaths } from "./paths.ts";
import { sourceFiles } from "./source-files.ts";

const own = "tests/architecture/paths";

test("every file works in a folder whose name has spaces and umlauts", () => {
  const files = sourceFiles(
    "{app,bench,clients,components,db,scripts,server,tests}/**/*.{ts,tsx,mjs,js}",
    "*.{ts,mjs,js}",
  );
  expect(files.length).toBeGreaterThan(1_000);
  const fragile = files.filter(({ file }) => !file.startsWith(own));
  expect(fragile.flatMap(({ file, source }) => fragilePaths(file, source))).toEqual([]);
});

test.each([
  ["a pathname", 'const folder = new URL("..", import.meta.url).pathname;'],
  ["one over two lines", "const file = new URL(name, import.meta.url)\n  .pathname;"],
  ["the file's own", "new URL(import.meta.url).pathname"],
  ["a preload", "NODE_OPTIONS: `--import $" + "{file}`"],
  ["a command", "execSync(`tar xf $" + "{file}`)"],
  ["a shell", 'spawn("npm", ["ci"], { shell: true })'],
])("%s is found", (_, source) => {
  expect(fragilePaths("a.ts", source)).toHaveLength(1);
});

test.each([
  ["an address", "new URL(request.url).pathname"],
  ["a path", 'fileURLToPath(new URL("..", import.meta.url))'],
  ["arguments", '["--import", file]'],
  ["a pattern", "/^a/.exec(text)"],
])("%s is not", (_, source) => {
  expect(fragilePaths("a.ts", source)).toEqual([]);
});
