import type { App } from "#server/platform/app/app.ts";

type Called<Input> = { readonly ctx: { readonly app: App }; readonly input: Input };
type CalledBy<Input> = Called<Input> & { readonly ctx: { readonly account: { readonly id: string } } };

/** Returns the resolver of a procedure that calls a service with its input. */
export function withInput<Input, Answer>(service: (app: App, input: Input) => Answer) {
  return ({ ctx, input }: Called<Input>): Answer => service(ctx.app, input);
}

/** Returns the resolver of a procedure that calls a service with the study that its input names. */
export function withStudy<Answer>(service: (app: App, studyId: string) => Answer) {
  return ({ ctx, input }: Called<{ readonly studyId: string }>): Answer => service(ctx.app, input.studyId);
}

/** Returns the resolver of a procedure that calls a service with its input and, in it, the account that asks. */
export function withAccount<Input extends { readonly accountId: string }, Answer>(
  service: (app: App, input: Input) => Answer,
) {
  return ({ ctx, input }: CalledBy<Omit<Input, "accountId">>): Answer =>
    service(ctx.app, { ...input, accountId: ctx.account.id } as Input);
}

/** Returns the resolver of a procedure that calls a service with the account that asks, and its input. */
export function ofAccount<Input, Answer>(service: (app: App, accountId: string, input: Input) => Answer) {
  return ({ ctx, input }: CalledBy<Input>): Answer => service(ctx.app, ctx.account.id, input);
}
