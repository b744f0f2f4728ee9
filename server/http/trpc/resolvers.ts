import type { App } from "#server/platform/app/app.ts";

type Called<Input> = { readonly ctx: { readonly app: App }; readonly input: Input };

/** Returns the resolver of a procedure that calls a service with its input. */
export function withInput<Input, Answer>(service: (app: App, input: Input) => Answer) {
  return ({ ctx, input }: Called<Input>): Answer => service(ctx.app, input);
}

/** Returns the resolver of a procedure that calls a service with the study that its input names. */
export function withStudy<Answer>(service: (app: App, studyId: string) => Answer) {
  return ({ ctx, input }: Called<{ readonly studyId: string }>): Answer => service(ctx.app, input.studyId);
}
