import { AsyncLocalStorage } from "node:async_hooks";
import { enterRequest } from "#server/platform/process/request.ts";

/** Does some work as a server does for a request from this network, which the security log then names. */
export function fromNetwork<T>(network: string, work: () => Promise<T>): Promise<T> {
  return AsyncLocalStorage.snapshot()(() => {
    enterRequest(undefined).network = network;
    return work();
  });
}
