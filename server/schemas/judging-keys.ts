import { z } from "zod";
import * as t from "#messages/accountForms.ts";
import { type JudgingKeys, type KeyCommand, keyCommands } from "./key-commands.ts";

const keySchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[\p{L}\p{N}\p{P}\p{S}]$/u, { error: t.oneKey });

const commandsSchema = z.object(
  Object.fromEntries(keyCommands.map((command) => [command, keySchema])) as Record<
    KeyCommand,
    typeof keySchema
  >,
);

/** All keys of an account at once: two commands never share one. */
export const judgingKeysSchema = z
  .strictObject({ areOn: z.boolean(), ...commandsSchema.shape })
  .superRefine((keys: JudgingKeys, context) => {
    for (const [index, command] of keyCommands.entries()) {
      const isTaken = keyCommands.slice(0, index).some((earlier) => keys[earlier] === keys[command]);
      if (isTaken) context.addIssue({ code: "custom", path: [command], message: t.keyInUse() });
    }
  });
