import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nouns, oldWords, sharedNames } from "./names.ts";
import { sourceFiles } from "./source-files.ts";

const listed = (what: "addresses" | "routers" | "tables") => nouns.flatMap((noun) => noun[what] ?? []).sort();

const exported = sourceFiles("{server,components,app,db}/**/*.{ts,tsx}", "scripts/**/*.mjs")
  .filter(({ file }) => !file.includes("/assembly/"))
  .flatMap(({ file, source }) =>
    [
      ...source.matchAll(
        /^export (?:default )?(?:async )?(?:function\*?|(?:abstract )?class|type|interface|const|let) (\w+)/gm,
      ),
    ].map(([, name = ""]) => ({ file, name })),
  );

describe("the list of nouns", () => {
  it("has every address, router and table once", () => {
    const addresses = globSync("app/**/page.tsx").map((file) => file.replace(/^app\/?|\/?page\.tsx$/g, ""));
    expect(listed("addresses")).toEqual(addresses.sort());
    const root = readFileSync("server/http/root.ts", "utf8");
    expect(listed("routers")).toEqual(
      [...root.matchAll(/^ {2}(\w+): \w+Router,/gm)].map(([, key]) => key).sort(),
    );
    const schema = sourceFiles("db/schema/*.ts").map(({ source }) => source);
    const tables = schema.flatMap((source) => [...source.matchAll(/kit\.table\(\s*"(\w+)"/g)]);
    expect(listed("tables")).toEqual(tables.map(([, name]) => name).sort());
  });

  it("names components, services and schemas that exist", () => {
    const places = nouns.flatMap(({ components = [], services = [], schemas = [] }) => [
      ...components.map((path) => `components/${path}`),
      ...services.map((path) => `server/${path}`),
      ...schemas.map((path) => `server/schemas/${path}`),
    ]);
    expect(places.filter((path) => !existsSync(path))).toEqual([]);
  });
});

it("no two files of server and components export the same name", () => {
  const product = exported.filter(({ file }) => /^(server|components)\//.test(file));
  const files = Map.groupBy(product, ({ name }) => name);
  const shared = [...files].filter(([, places]) => new Set(places.map(({ file }) => file)).size > 1);
  const wrong = shared
    .filter(([name]) => !Object.hasOwn(sharedNames, name))
    .map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(", ")}`);
  expect(wrong).toEqual([]);
  expect(shared.map(([name]) => name).sort(), "exceptions that are not needed").toEqual(
    Object.keys(sharedNames).sort(),
  );
});

it("no exported name has a word of the old dialect", () => {
  const found = exported.flatMap(({ file, name }) =>
    name
      .split(/_|(?<=[a-z0-9])(?=[A-Z])/)
      .map((part) => part.toLowerCase().replace(/s$/, ""))
      .filter((part) => Object.hasOwn(oldWords, part))
      .map((part) => `${file} exports ${name}. Instead of ${part}: ${oldWords[part]}`),
  );
  expect(found).toEqual([]);
});
