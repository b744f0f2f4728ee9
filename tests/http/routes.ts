import { globSync } from "node:fs";
import type { App } from "#server/platform/app/app.ts";
import { cookieOf, inRequest } from "#tests/setup/request.ts";

type Handler = (request: Request, context: { params: Promise<object> }) => Promise<Response>;

/** One method of a route handler in the file tree. */
export type Route = {
  readonly name: string;
  readonly method: string;
  readonly address: string;
  readonly handler: Handler;
};

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export async function allRoutes(): Promise<Route[]> {
  const files = globSync("app/{**,.well-known/**}/route.{ts,tsx}").sort();
  const found = await Promise.all(
    files.map(async (file) => {
      const address = file.replace(/^app|\/route\.tsx?$/g, "");
      const exported = (await import(/* @vite-ignore */ `${process.cwd()}/${file}`)) as Record<
        string,
        Handler
      >;
      return Object.entries(exported)
        .filter(([method]) => methods.includes(method))
        .map(([method, handler]) => ({ name: `${method} ${address}`, method, address, handler }));
    }),
  );
  return found.flat();
}

const origin = "http://evenhand.example";
const routes = await allRoutes();

/**
 * Sends a request as one of our pages would, to the handler that Next would choose: for a visitor, or for an account that
 * signed in through this provider (null: by a password).
 */
export async function fetchAs(
  app: App,
  accountId: string | null,
  path: string,
  init: RequestInit = {},
  issuer: string | null = null,
): Promise<Response> {
  const cookie = accountId === null ? undefined : await cookieOf(app, accountId, issuer);
  const headers = new Headers({ origin, host: "evenhand.example", ...(cookie && { cookie }) });
  new Headers(init.headers).forEach((value, name) => {
    headers.set(name, value);
  });
  return send(app, new Request(`${origin}${path}`, { ...init, headers }));
}

/** Passes a request unchanged to the handler that Next would choose: that of GET also for HEAD. */
export async function send(app: App, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const [best] = routes
    .flatMap((route) => {
      const params = route.method === method ? paramsIn(route.address, pathname) : null;
      return params === null ? [] : [{ handler: route.handler, params }];
    })
    .sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length);
  if (best === undefined) throw new Error(`no route answers ${request.method} ${pathname}`);
  return inRequest(app, request, (incoming) =>
    best.handler(incoming, { params: Promise.resolve(best.params) }),
  );
}

/** Returns the parameters in an address, or null if it matches another route. Literal segments leave fewer parameters. */
function paramsIn(address: string, pathname: string): Record<string, string | string[]> | null {
  const pattern = address.replace(/\[\.\.\.(\w+)\]/g, "(?<$1>.+)").replace(/\[(\w+)\]/g, "(?<$1>[^/]+)");
  const found = new RegExp(`^${pattern}$`).exec(pathname)?.groups;
  if (found === undefined) return new RegExp(`^${pattern}$`).test(pathname) ? {} : null;
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [
      name,
      address.includes(`[...${name}]`) ? value.split("/") : decodeURIComponent(value),
    ]),
  );
}
