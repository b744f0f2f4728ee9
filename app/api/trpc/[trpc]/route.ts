import { answer } from "#server/api/http.ts";

export const GET = (request: Request) => answer(request);
export const POST = (request: Request) => answer(request);
