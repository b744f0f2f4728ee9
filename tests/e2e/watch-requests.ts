import { expect, type Page, type Request } from "@playwright/test";

/** Returns a function that waits until all requests of the page are answered, except its endless event stream. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (!request.headers().accept?.includes("text/event-stream")) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return async () => {
    let wasQuiet = false;
    const isQuietTwice = () => {
      const isQuiet = open.size === 0;
      const result = isQuiet && wasQuiet;
      wasQuiet = isQuiet;
      return result;
    };
    await expect.poll(isQuietTwice, { intervals: [200] }).toBe(true);
  };
}
