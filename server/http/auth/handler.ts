import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { publicOrigin } from "#server/platform/process/public-address.ts";
import { overBudget } from "../edge/over-budget.ts";
import { checkedPost } from "./checked-post.ts";
import { authOptions } from "./options.ts";
import { providerActions } from "./provider.ts";
import { deviceCookie } from "./set-cookie.ts";

/** The only actions of next-auth that this product uses; its own pages and its session endpoint are disabled. */
const openActions = ["GET csrf", "POST callback/credentials", "POST signout"];

/** Enough for an address and a password. */
const bodyLimit = 8 * 1024;

type Context = { params: Promise<{ nextauth: string[] }> };

export async function answerAuth(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  const action = `${request.method} ${nextauth.join("/")}`;
  if (![...openActions, ...providerActions()].includes(action)) return new Response(null, { status: 404 });
  const refused = await overBudget("sign-in");
  if (refused !== null) return refused;
  // next-auth would treat an invalid address as a server error. No page of ours sends one here.
  request.nextUrl.searchParams.delete("callbackUrl");
  const header = (name: string) => request.headers.get(name);
  if (request.method !== "POST")
    return withOwnErrors(await NextAuth(request, context, await authOptions(header)));
  const body = await checkedPost(request, () => bodyLimit);
  if (body instanceof Response) return body;
  const checked = new NextRequest(request.nextUrl, { method: "POST", headers: request.headers, body });
  const devices: string[] = [];
  const answer: Response = await NextAuth(
    checked,
    context,
    await authOptions(header, (token) => devices.push(token)),
  );
  for (const token of devices) answer.headers.append("set-cookie", deviceCookie(token));
  return answer;
}

/** Redirects failed provider sign-ins to our own page. next-auth would lead to a page of its own, which is disabled. */
function withOwnErrors(answer: Response): Response {
  const location = answer.headers.get("location");
  if (location !== null && new URL(location, publicOrigin()).pathname === "/api/auth/error") {
    answer.headers.set("location", "/sign-in?error=failed");
  }
  return answer;
}
