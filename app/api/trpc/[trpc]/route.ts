import { answer } from "#server/http/http.ts";

export const GET = (request: Request) => answer(request);
export const POST = (request: Request) => answer(request);
