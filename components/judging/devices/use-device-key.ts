import { useQuery } from "@tanstack/react-query";
import type { SeatKey } from "#server/rounds/judging/seat-keys.ts";

/**
 * Looks up which of a seat's keys this device has, preferring one that is in the record. `data` is null if it has none;
 * `error` is why this browser cannot have keys.
 */
export function useDeviceKey(keys: readonly SeatKey[]) {
  return useQuery({
    queryKey: ["device-key", keys],
    queryFn: async () => (await import("#components/judging/ballots/make-ballot.ts")).readDevice({ keys }),
    networkMode: "always",
    retry: false,
    staleTime: 0,
  });
}
