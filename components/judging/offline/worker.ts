import { registerRoute } from "workbox-routing";
import { NetworkFirst } from "workbox-strategies";
import { cacheNameOf, forgetRounds, listKeptRounds } from "#components/ui/offline/kept-rounds.ts";
import { judgingAddress } from "#components/ui/study-addresses.ts";
import { type KeptVerdicts, keptAtHeader, markCopy, verdictsKey } from "./kept-copy.ts";

/*
 * The service worker of a study's judging pages. It opens a kept round where the network does not answer. It stores
 * nothing itself: the page of an open round does (keep-round.ts).
 */

/** The part of a service worker's global scope that is used here; the types of a page have another. */
declare const self: {
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(
    type: "install" | "activate",
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
};

const build = new URL(self.location.href).searchParams.get("build");

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
// A page of another build could send what this server does not understand.
self.addEventListener("activate", (event) => event.waitUntil(forgetRounds((kept) => kept.build !== build)));

registerRoute(
  ({ request, sameOrigin, url }) =>
    sameOrigin && (request.mode === "navigate" || url.pathname.startsWith("/_next/static/")),
  new NetworkFirst({
    networkTimeoutSeconds: 10,
    plugins: [
      {
        cacheWillUpdate: async () => null,
        cachedResponseWillBeUsed: ({ request }) => findKept(request),
      },
    ],
  }),
);

async function findKept({ url, mode }: Request): Promise<Response | null> {
  const { pathname, search } = new URL(url);
  if (mode !== "navigate") return (await caches.match(pathname)) ?? null;
  const kept = (await listKeptRounds()).filter((one) => one.build === build && one.until > Date.now());
  const addressOf = (one: { studyId: string; round: number }) => judgingAddress(one.studyId, one.round);
  const [round] = kept.filter((one) => addressOf(one) === pathname);
  if (round === undefined) {
    // The list of rounds leads to the newest.
    const [newest] = kept
      .filter((one) => pathname === `/studies/${one.studyId}/judging`)
      .toSorted((a, b) => b.round - a.round);
    return newest ? Response.redirect(addressOf(newest)) : null;
  }
  // The page was read without a view in its address.
  if (search !== "") return Response.redirect(pathname);
  const cache = await caches.open(cacheNameOf(round));
  const [page, verdicts] = await Promise.all([cache.match(pathname), cache.match(verdictsKey(pathname))]);
  if (page === undefined) return null;
  const known: KeptVerdicts | null = verdicts === undefined ? null : await verdicts.json();
  const at = Number(page.headers.get(keptAtHeader));
  const html = markCopy(await page.text(), { address: pathname, at, known });
  return new Response(html, { headers: page.headers });
}
