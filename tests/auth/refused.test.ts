import { expect, it, vi } from "vitest";
import { answerRefused } from "#server/auth/refused.ts";

it("whoever came by another name is told the server's own", async () => {
  vi.stubEnv("NEXTAUTH_URL", "https://evenhand.example");
  const answer = answerRefused("host");
  expect(answer.status).toBe(421);
  expect(await answer.text()).toContain("answers at https://evenhand.example alone");
});

it("what is not for pages is refused with what is", async () => {
  const answer = answerRefused("method");
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

it("an address that is no text is refused", () => expect(answerRefused("address").status).toBe(400));

it("whoever comes while the server is busy is told when to come again: a page in words, a call as procedures refuse", async () => {
  const page = answerRefused("busy");
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(await page.text()).toMatch(/The server is busy.*kept on your device.*tries again by itself/s);
  const call = answerRefused("busy-call");
  expect([call.status, call.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await call.json()).toMatchObject({ error: { data: { refusal: "busy" } } });
});

it("there is no other refusal", () => expect(answerRefused("nothing").status).toBe(404));
