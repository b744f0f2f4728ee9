import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external.js";
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external.js";
import { createRequestStoreForAPI } from "next/dist/server/async-storage/request-store.js";
import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { prepareSession } from "#server/accounts/sessions.ts";
import { sessionCookieName } from "#server/http/auth/cookie.ts";
import type { App } from "#server/platform/app/app.ts";
import { processWide } from "#server/platform/process/process-wide.ts";

/** Makes a session, like signing in. @returns the cookie a browser would send */
export async function cookieOf(app: App, accountId: string, issuer: string | null = null): Promise<string> {
  const { sessionId, insert } = prepareSession(app, accountId, "a browser of the tests", { issuer });
  await app.store.tx(insert);
  return `${sessionCookieName()}=${await encode({ token: { sessionId }, secret: app.secrets.sessionSecret })}`;
}

/**
 * Keeps requests for as long as their signals are in use. Node forwards an abort to the signal of a `Request` only while
 * the request itself is in memory.
 */
const requests = new WeakMap<AbortSignal, Request>();

/** Runs a route handler or a page's first call like Next: `cookies()` and `headers()` are those of the request. */
export function inRequest<T>(
  app: App,
  request: Request,
  work: (request: NextRequest) => Promise<T>,
): Promise<T> {
  processWide<{ app: Promise<App> | undefined }>("app", () => ({ app: undefined })).app =
    Promise.resolve(app);
  const incoming = new NextRequest(request);
  for (const one of [request, incoming]) requests.set(one.signal, one);
  const unit = createRequestStoreForAPI(incoming, incoming.nextUrl, noTags, undefined, noPreview, undefined);
  return workUnitAsyncStorage.run(unit, () =>
    workAsyncStorage.run({ route: incoming.nextUrl.pathname } as WorkStore, () => work(incoming)),
  );
}

type WorkStore = Parameters<typeof workAsyncStorage.run>[0];

const noTags = { tags: [], expirationsByCacheKind: new Map() };
const noPreview = { previewModeId: "", previewModeEncryptionKey: "", previewModeSigningKey: "" };
