import { EventEmitter } from "node:events";
import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { noteAnswer, routeGroup } from "#server/platform/process/count-answers.ts";
import { metrics } from "#server/platform/process/metrics.ts";
import { captureLog } from "#tests/setup/application-log.ts";

const logLines = captureLog();

const foldersOf = (place: string) =>
  readdirSync(place, { withFileTypes: true }).flatMap((found) => (found.isDirectory() ? [found.name] : []));

it("counts responses by their part of the site, never by the address within it", () => {
  const parts = foldersOf("app").filter((name) => name !== "api");
  expect(parts).toContain("studies");
  for (const name of parts)
    expect([routeGroup(`/${name}`), routeGroup(`/${name}/a-token?more`)]).toEqual([`/${name}`, `/${name}`]);
  for (const name of foldersOf("app/api"))
    expect(routeGroup(`/api/${name}/a-token?more`)).toBe(`/api/${name}`);
});

it("counts addresses outside of all parts together", () => {
  expect(["/", "/?q", ""].map(routeGroup)).toEqual(["/", "/", "/"]);
  expect(["/_next/static/x.js", "/api/a-token", "/api", "/a-token/studies"].map(routeGroup)).toEqual([
    "/_next",
    "/api",
    "/api",
    "elsewhere",
  ]);
  expect(["/livez", "/readyz", "/metrics"].map(routeGroup)).toEqual(["/livez", "/readyz", "/metrics"]);
});

it("counts a response when it ends, and logs a refusal that is not logged yet", async () => {
  for (const [statusCode, isNoted] of [
    [399, false],
    [400, false],
    [503, true],
  ] as const) {
    const response = Object.assign(new EventEmitter(), { statusCode });
    const request = {
      id: `answered-${statusCode}`,
      isNoted,
      isStorageAway: false,
      network: null,
      locale: undefined,
    };
    const incoming = { method: "PUT", url: "/verify/a-token" } as IncomingMessage;
    noteAnswer(request, incoming, response as unknown as ServerResponse);
    response.emit("close");
  }
  const { values } = await metrics().answers.get();
  expect(values.map(({ labels, value }) => [labels.endpoint, labels.status, value])).toEqual([
    ["/verify", 399, 1],
    ["/verify", 400, 1],
    ["/verify", 503, 1],
  ]);
  expect(logLines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      msg: "refused",
      request: "answered-400",
      endpoint: "/verify",
      method: "PUT",
      status: 400,
    }),
  ]);
});
