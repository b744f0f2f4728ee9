import { expect, it } from "vitest";
import { refusalIn, textIn } from "#components/ui/api/answers.ts";

const page = () => new Response("<h1>Too large</h1>", { status: 413 });

it("finds an answer's text by name, and nothing else", async () => {
  expect(await textIn(Response.json({ url: "/desk" }), "url")).toBe("/desk");
  for (const other of [{}, { url: 1 }, { url: null }, ["url"], "url", null]) {
    expect(await textIn(Response.json(other), "url"), JSON.stringify(other)).toBeUndefined();
  }
  expect(await textIn(page(), "url")).toBeUndefined();
});

it("shows a refusal's message from the server, or the status", async () => {
  const problems = [
    { row: 2, message: "No such column." },
    { field: "age", message: "No number." },
  ];
  const refused = { message: "Two lines are wrong.", problems };
  expect(await refusalIn(Response.json(refused, { status: 409 }))).toEqual(refused);
  expect(await refusalIn(page())).toEqual({ message: "The server answered 413. Try again.", problems: [] });
  expect((await refusalIn(Response.json({ message: 7 }))).message).toBe(
    "The server answered 200. Try again.",
  );
});

it("lists problems only if all of them are valid", async () => {
  const whole = { row: 2, field: "age", message: "No number." };
  const wrong = [{ ...whole, row: "2" }, { ...whole, field: 7 }, { row: 2 }, "No number.", null];
  for (const problem of wrong) {
    const refused = { message: "It is wrong.", problems: [whole, problem] };
    expect((await refusalIn(Response.json(refused))).problems, JSON.stringify(problem)).toEqual([]);
  }
  expect((await refusalIn(Response.json({ message: "It is wrong.", problems: whole }))).problems).toEqual([]);
});
