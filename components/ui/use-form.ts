"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import type { z } from "zod";
import { type Refusal, refusalOf } from "#components/ui/api/refusal.ts";

const fine: Refusal = { message: "", code: null, fields: {} };

/**
 * State of one form: validated with the schema that the server uses, then sent. Refusals are shown at their fields,
 * or above the button. Spread `form` on `<form>`, and `field(name)` on each field; the fields are named as in the
 * schema. The schema is loaded when needed: validation is a sixth of a page's script.
 *
 * If a form stays on its page, `send` returns a function that shows the final message. Then the fields are emptied,
 * and the message and the page with its new rows appear at the same moment. Until then the form is busy. An earlier
 * message would invite the next press, while the arriving rows push the button away.
 */
export function useForm<Schema extends z.ZodType>(
  loadSchema: () => Promise<Schema>,
  send: (values: z.output<Schema>) => Promise<(() => void) | undefined>,
  /** Values that the form's fields do not hold, such as the token of a link. */
  fixed: Readonly<Record<string, unknown>> = {},
) {
  const [refusal, setRefusal] = useState<Refusal>(fine);
  const [isSending, setSending] = useState(false);
  const [isRenewing, startRenewing] = useTransition();
  const isBusy = isSending || isRenewing;
  const router = useRouter();

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const values = { ...fixed, ...Object.fromEntries(new FormData(form)) };
    setSending(true);
    setRefusal(fine);
    try {
      const parsed = (await loadSchema()).safeParse(values);
      if (parsed.success) show(form, await send(parsed.data));
      else refuse(form, { ...fine, fields: firstMessages(parsed.error) });
    } catch (error) {
      refuse(form, refusalOf(error));
    } finally {
      setSending(false);
    }
  }

  function show(form: HTMLFormElement, say: (() => void) | undefined) {
    if (!say) return;
    form.reset();
    startRenewing(() => {
      router.refresh();
      say();
    });
  }

  function refuse(form: HTMLFormElement, next: Refusal) {
    const [first, atField] = Object.entries(next.fields)[0] ?? [];
    const control = first === undefined ? null : form.elements.namedItem(first);
    const isAtField = control instanceof HTMLElement;
    // Said at its field, the same sentence is not said again above the button.
    setRefusal(isAtField && atField === next.message ? { ...next, message: "" } : next);
    if (isAtField) control.focus();
  }

  /** Returns a field's name, and why its value was refused. */
  const field = (name: keyof z.input<Schema> & string) => ({ name, error: refusal.fields[name] });

  // method: a form sent before the script has loaded must not put a password into the address.
  return { form: { onSubmit, method: "post", noValidate: true } as const, field, refusal, isBusy };
}

function firstMessages(error: z.ZodError): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error.issues) messages[path.map(String).join(".")] ??= message;
  return messages;
}
