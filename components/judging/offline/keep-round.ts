import { type Place, placeKey } from "#components/judging/ballots/verdicts-on-device.ts";
import { cacheNameOf, forgetRounds, listKeptRounds } from "#components/ui/offline/kept-rounds.ts";
import { judgingAddress } from "#components/ui/study-addresses.ts";
import { type KeptVerdicts, keptAtHeader, verdictsKey } from "./kept-copy.ts";

const DAY = 86_400_000;
/** How many days a round is kept after it was last opened. */
const DAYS = 7;

/** Rounds that may not be kept again by this page, such as after sealing. */
const ended = new Set<string>();

/** Deletes what this browser keeps of a round, for the rest of the life of this page. */
export async function forgetRound(place: Place): Promise<void> {
  ended.add(placeKey(place));
  await forgetRounds((kept) => placeKey(kept) === placeKey(place));
}

/**
 * Returns until when a round may be kept: its deadline, or a week, counted from the start of the day.
 *
 * @internal exported for tests
 */
export function keptUntil(now: number, deadlineAt: number | null): number {
  return Math.min(deadlineAt ?? Number.POSITIVE_INFINITY, Math.floor(now / DAY + DAYS) * DAY);
}

/**
 * Keeps the page of a round with its scripts and styles, and registers the worker that opens it without a network.
 *
 * @returns whether it is kept; false where the browser cannot
 */
export async function keepRound(place: Place, build: string, deadlineAt: number | null): Promise<boolean> {
  if (!("caches" in globalThis) || !("serviceWorker" in navigator)) return false;
  const { studyId, round } = place;
  const worker = `/offline/worker.js?build=${build}`;
  await navigator.serviceWorker.register(worker, { scope: `/studies/${studyId}/judging` });
  const address = judgingAddress(studyId, round);
  const at = Date.now();
  const page = await fetch(address);
  if (!page.ok || page.redirected) return false;
  const html = await page.text();
  const name = cacheNameOf({ ...place, build, until: keptUntil(at, deadlineAt) });
  const cache = await caches.open(name);
  const here = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(loadedFiles(html).filter((file) => !here.has(file)));
  if (ended.has(placeKey(place))) {
    await caches.delete(name);
    return false;
  }
  const headers = { "content-type": "text/html; charset=utf-8", [keptAtHeader]: String(at) };
  const policy = { "content-security-policy": page.headers.get("content-security-policy") ?? "" };
  await cache.delete(verdictsKey(address));
  await cache.put(address, new Response(html, { headers: { ...headers, ...policy } }));
  await forgetRounds((kept) => placeKey(kept) === placeKey(place) && cacheNameOf(kept) !== name);
  return true;
}

/** Keeps the verdicts of a kept round as the server has them now. */
export async function keepVerdicts(place: Place, known: KeptVerdicts): Promise<void> {
  const kept = (await listKeptRounds()).find((one) => placeKey(one) === placeKey(place));
  if (kept === undefined || ended.has(placeKey(place))) return;
  const cache = await caches.open(cacheNameOf(kept));
  await cache.put(verdictsKey(judgingAddress(place.studyId, place.round)), Response.json(known));
  // Opening a cache makes it again if it was deleted meanwhile.
  if (ended.has(placeKey(place))) await caches.delete(cacheNameOf(kept));
}

/** Lists the files below /_next/static that a page names, and those that it has loaded since. */
function loadedFiles(html: string): string[] {
  const named = html.match(/\/_next\/static\/[\w./~-]+/g) ?? [];
  const loaded = [...document.querySelectorAll<HTMLElement>("script[src], link[href]")].map(
    (one) => new URL(one.getAttribute("src") ?? one.getAttribute("href") ?? "", location.origin).pathname,
  );
  return [...new Set([...named, ...loaded])].filter((file) => /^\/_next\/static\/.*\.\w+$/.test(file));
}
