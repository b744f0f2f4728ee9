import type { NextRequest } from "next/server";
import { answerAuth } from "#server/http/auth/handler.ts";

type Params = { params: Promise<{ nextauth: string[] }> };

export const GET = (request: NextRequest, context: Params) => answerAuth(request, context);
export const POST = (request: NextRequest, context: Params) => answerAuth(request, context);
