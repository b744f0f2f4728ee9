import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import { processWide } from "#server/platform/process/process-wide.ts";

/**
 * Limits on open event streams: each is a connection, and an event to compute when its study changes.
 * @internal
 */
export const streamPlaces = { ofAnAccount: 20, ofTheServer: 2_000 } as const;

type OpenStream = { readonly accountId: string; readonly end: AbortController };

/**
 * Reserves a place for one more stream of an account. An account over its limit loses its oldest stream, most likely an
 * unused page.
 *
 * @throws DomainError "busy" when the server has no free place at all
 */
export function takeStreamPlace(accountId: string): { ended: AbortSignal; leave: () => void } {
  const places = openPlaces();
  if (places.size >= streamPlaces.ofTheServer) {
    throw new DomainError("busy", t.manyPagesFollow());
  }
  const place = { accountId, end: new AbortController() };
  places.add(place);
  // A set keeps the order in which its members were added.
  const own = [...places].filter((other) => other.accountId === accountId);
  for (const oldest of own.slice(0, -streamPlaces.ofAnAccount)) {
    places.delete(oldest);
    oldest.end.abort();
  }
  return { ended: place.end.signal, leave: () => places.delete(place) };
}

export function countStreams(): number {
  return openPlaces().size;
}

function openPlaces(): Set<OpenStream> {
  return processWide("stream-places", () => new Set<OpenStream>());
}

export function tooManyStreams(): DomainError {
  return new DomainError("too-many-attempts", t.manyOwnPages({ count: streamPlaces.ofAnAccount }));
}
