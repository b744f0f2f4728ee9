import { TRPCError } from "@trpc/server";
import { expect, it, vi } from "vitest";
import { StoreError } from "#db/store/store-error.ts";
import { toTransport } from "#server/http/trpc/error-shape.ts";
import { logger } from "#server/platform/process/logger.ts";

const wrapped = (cause: Error) => toTransport(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause }));

it.each([
  ["full", "storage-full"],
  ["read-only", "storage-failing"],
  ["disk-failed", "storage-failing"],
  ["busy", "busy"],
  ["unavailable", "storage-away"],
  ["closed", "storage-away"],
] as const)("the store error %s becomes the temporary refusal %s", (code, refusal) => {
  const error = wrapped(new StoreError(code, "SQLITE_FULL at /srv/data"));
  expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE", cause: { code: refusal } });
  expect(error.message).not.toContain("SQLITE");
  // A failing page says so too, unless waiting is no use.
  expect((error as { digest?: string }).digest).toBe(refusal === "storage-full" ? undefined : refusal);
});

it("damage is reported as damage, never as a temporary failure", () => {
  const written = vi.spyOn(logger(), "error").mockImplementation(() => undefined);
  const error = wrapped(new StoreError("damaged", "SQLITE_CORRUPT at /srv/data"));
  expect(error).toMatchObject({ code: "INTERNAL_SERVER_ERROR", cause: { code: "storage-damaged" } });
  expect(error.message).toMatch(/database is damaged.*Trying again does not help/);
  expect(written).toHaveBeenCalledOnce();
  written.mockRestore();
});

it("a defect stays an unexpected error", () => {
  expect(wrapped(new StoreError("statement", "no such column"))).toMatchObject({
    code: "INTERNAL_SERVER_ERROR",
  });
  expect(wrapped(new TypeError("x is undefined"))).toMatchObject({ code: "INTERNAL_SERVER_ERROR" });
});
