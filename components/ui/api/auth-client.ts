import { forgetAllRounds } from "#components/ui/offline/kept-rounds.ts";
import * as t from "#messages/ui.ts";
import { refusalIn, textIn } from "./answers.ts";
import { SignInRefused } from "./refusal.ts";

/** Signs in with a password at the sign-in endpoint. */
export async function postSignIn(email: string, password: string): Promise<void> {
  const response = await post("/api/auth/callback/credentials", { email, password });
  const url = await textIn(response, "url");
  const error = new URL(url ?? "", location.origin).searchParams.get("error");
  if (error !== null) throw new SignInRefused(error);
  if (!response.ok || url === undefined) throw new SignInRefused(t.notSignedIn());
}

/** Redirects to the provider, which returns to `next`. */
export async function postProviderSignIn(next: string): Promise<void> {
  const response = await post("/api/auth/signin/oidc", { callbackUrl: next });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  location.assign(await requireText(response, "url"));
}

/** Deletes kept rounds and signs out. Throws unless the server has ended the session. */
export async function postSignOut(): Promise<void> {
  await forgetAllRounds();
  const response = await post("/api/auth/signout", {});
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
}

async function post(path: string, values: Record<string, string>): Promise<Response> {
  const csrfToken = await requireText(await request("/api/auth/csrf"), "csrfToken");
  return request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...values, csrfToken, json: "true" }),
  });
}

/** @throws SignInRefused if too many sign-ins came from this network within a minute */
async function request(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (response.status !== 429) return response;
  throw new SignInRefused((await refusalIn(response)).message);
}

async function requireText(answer: Response, name: string): Promise<string> {
  const text = await textIn(answer, name);
  if (text === undefined) throw new Error(`the server answered ${answer.status} without ${name}`);
  return text;
}
