import { setting } from "#server/platform/process/settings.ts";

const preflight = {
  "access-control-allow-methods": "GET, POST, PUT",
  "access-control-allow-headers":
    "authorization, content-type, idempotency-key, if-range, range, x-file-name",
  "access-control-max-age": "600",
};

/**
 * Lets pages of the origins that the server's setting names read an answer (CORS). Cookies are never allowed, and a
 * program is known by its token alone.
 */
export function allowOrigin(request: Request, response: Response): Response {
  const allowed = setting("EVENHAND_API_ORIGINS");
  if (allowed === null) return response;
  const { headers } = response;
  headers.append("vary", "Origin");
  const origin = request.headers.get("origin");
  if (origin === null || !allowed.includes(origin)) return response;
  headers.set("access-control-allow-origin", origin);
  if (request.method === "OPTIONS") {
    for (const [name, value] of Object.entries(preflight)) headers.set(name, value);
  } else {
    headers.set(
      "access-control-expose-headers",
      "content-disposition, etag, idempotent-replayed, retry-after",
    );
  }
  return response;
}
