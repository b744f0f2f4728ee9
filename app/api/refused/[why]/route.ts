import { answerRefused } from "#server/auth/refused.ts";

type Context = { params: Promise<{ why: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  return answerRefused((await params).why);
}
