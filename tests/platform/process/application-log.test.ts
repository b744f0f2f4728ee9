import { beforeEach, describe, expect, it } from "vitest";
import { incident } from "#server/platform/process/incident.ts";
import { logger } from "#server/platform/process/logger.ts";
import { notePageError } from "#server/platform/process/page-error.ts";
import { noteError, recentErrors } from "#server/platform/process/recent-errors.ts";
import { currentRequest, enterRequest } from "#server/platform/process/request.ts";
import { captureLog } from "#tests/setup/application-log.ts";

// As code of an earlier test file that still runs would.
logger();
const logLines = captureLog();
beforeEach(() => logLines.splice(0));

const written = () => logLines.map((line) => JSON.parse(line));

describe("the last errors", () => {
  it("are counted from the first, and name their place if there is one, never the error", () => {
    expect(recentErrors()).toEqual([]);
    logger().error({ where: "a job" }, "it broke");
    logger().fatal({ job: 7 }, "it broke too");
    logger().error("it says so alone");
    logger().error({ err: new Error("of ada@example.org") });
    logger().error(null, "%s of %s", "one", "two");
    logger().warn({ where: "a job" }, "no error");
    expect(written().map(({ msg }) => msg)).toEqual([
      "it broke",
      "it broke too",
      "it says so alone",
      "of ada@example.org",
      "one of two",
      "no error",
    ]);
    const at = expect.any(Number);
    expect(recentErrors()).toEqual([
      { nth: 5, at, what: "two", request: null },
      { nth: 4, at, what: "an error without words", request: null },
      { nth: 3, at, what: "it says so alone", request: null },
      { nth: 2, at, what: "it broke too", request: null },
      { nth: 1, at, what: "it broke: a job", request: null },
    ]);
  });

  it("are the last twenty", () => {
    for (let at = 1; at <= 30; at++) noteError({ at, what: "again", request: null });
    expect(recentErrors().map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, index) => 30 - index));
  });
});

it("an error outside of a request is quoted by an id of its own", () => {
  expect(currentRequest()).toBeUndefined();
  const { id } = incident(new Error("no row"), "a job");
  expect(id).toMatch(/^[0-9a-f]{12}$/);
  expect(written()).toMatchObject([{ incident: id, where: "a job" }]);
  expect(written()[0]).not.toHaveProperty("request");
});

describe("a request", () => {
  it("keeps a well-formed id from a proxy, and otherwise gets one of its own", () => {
    expect(enterRequest("a-proxys-name_7")).toEqual({
      id: "a-proxys-name_7",
      isNoted: false,
      isStorageAway: false,
      network: null,
      locale: undefined,
    });
    expect(currentRequest()?.id).toBe("a-proxys-name_7");
    for (const id of ["x".repeat(8), "x".repeat(64)]) expect(enterRequest(id).id).toBe(id);
    for (const given of [undefined, "", "x".repeat(7), "x".repeat(65), "a name\nof two lines"]) {
      const { id } = enterRequest(given);
      expect(id).toMatch(/^[0-9a-f]{12}$/);
      expect(currentRequest()?.id).toBe(id);
    }
  });

  it("is named by its id in each of its log lines, and in the incident that its sender can quote", () => {
    const { id } = enterRequest("the-request-of-ada");
    const { id: quoted, message } = incident(new Error("no row"), "procedure");
    expect([quoted, message]).toEqual([id, expect.stringContaining(`quote ${id} to`)]);
    expect(written()).toMatchObject([
      { request: id, incident: id, where: "procedure", msg: "unforeseen error", err: { message: "no row" } },
    ]);
    expect(recentErrors()[0]).toMatchObject({ what: "unforeseen error: procedure", request: id });
  });
});

describe("a page that cannot be shown", () => {
  const lines = () => written().map(({ level, digest, where, msg }) => [level, digest, where, msg]);

  it("is logged as an error of the server's, with the digest that the page shows", () => {
    enterRequest(undefined);
    for (const error of [Object.assign(new Error("no"), { digest: "12345" }), new Error("no"), null, "no"])
      notePageError(error, "/studies");
    const logged = (digest: string | null) => [50, digest, "/studies", "a page could not be shown"];
    expect(lines()).toEqual([logged("12345"), logged(null), logged(null), logged(null)]);
  });

  it("is logged as a warning while the database is unavailable", () => {
    enterRequest(undefined).isStorageAway = true;
    notePageError(Object.assign(new Error("no"), { digest: "storage-away" }), "/studies");
    expect(lines()).toEqual([[40, "storage-away", "/studies", "a page could not be shown for now"]]);
  });
});
