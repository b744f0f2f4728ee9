import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { checkedPost } from "./checked-post.ts";
import { authOptions } from "./options.ts";
import { deviceCookie } from "./set-cookie.ts";

/** The only three things of next-auth that this product uses; its own pages and its session endpoint stay shut. */
const openActions = new Set(["GET csrf", "POST callback/credentials", "POST signout"]);

/** An address and a password. */
const bodyLimit = 8 * 1024;

type Context = { params: Promise<{ nextauth: string[] }> };

export async function answerAuth(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  if (!openActions.has(`${request.method} ${nextauth.join("/")}`)) return new Response(null, { status: 404 });
  // To next-auth an address that is none would be an error of the server's. No page of ours sends one here.
  request.nextUrl.searchParams.delete("callbackUrl");
  if (request.method !== "POST") return NextAuth(request, context, await authOptions());
  const body = await checkedPost(request, () => bodyLimit);
  if (body instanceof Response) return body;
  const checked = new NextRequest(request.nextUrl, { method: "POST", headers: request.headers, body });
  const devices: string[] = [];
  const answer: Response = await NextAuth(
    checked,
    context,
    await authOptions((token) => devices.push(token)),
  );
  for (const token of devices) answer.headers.append("set-cookie", deviceCookie(token));
  return answer;
}
