"use client";

import { type FormEvent, useRef, useState } from "react";
import { Submit } from "#components/ui/button.tsx";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Field, TextField } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import * as t from "#messages/tryCall.ts";
import { addressOf, type CallAnswer, curlOf, headersOf, readAnswer, shownLength } from "./call-answer.ts";
import type { TryableCall } from "./open-api.ts";

/** Form that sends a call with a token, which stays in this form, and shows the answer. Changes need a confirmation. */
export function TryCall({ calls }: { calls: readonly TryableCall[] }) {
  const [id, setId] = useState(calls[0]?.id);
  const [address, setAddress] = useState<string | null>(null);
  const [answer, setAnswer] = useState<CallAnswer | "sending" | "failed" | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isConfirmed = useRef(false);
  const call = calls.find((one) => one.id === id);
  if (call === undefined) return null;

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (call === undefined || answer === "sending") return;
    if (call.method !== "GET" && !isConfirmed.current) return;
    isConfirmed.current = false;
    const given = new FormData(event.currentTarget);
    const path = addressOf(call, given);
    setAddress(path);
    setAnswer("sending");
    try {
      const headers = headersOf(call, String(given.get("token")).trim(), crypto.randomUUID());
      const body = call.body && String(given.get("body"));
      const response = await fetch(path, { method: call.method, headers, body, credentials: "omit" });
      setAnswer(await readAnswer(response));
    } catch {
      // The network, or a token that no header can hold.
      setAnswer("failed");
    }
  }

  return (
    <form ref={form} onSubmit={send} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Select
        label={t.operation()}
        value={call.id}
        options={calls.map(({ id, method, path }) => [id, `${method} ${path}`] as const)}
        onChange={({ currentTarget }) => {
          setId(currentTarget.value);
          setAddress(null);
          setAnswer(null);
        }}
      />
      <div key={call.id} className="grid items-start gap-4 md:grid-cols-2">
        {call.parameters.map(({ name, about, required }) => (
          <Field
            key={name}
            label={name}
            name={name}
            required={required}
            autoComplete="off"
            hint={<span lang="en">{about}</span>}
          />
        ))}
        {call.body && (
          <TextField
            label={t.sentBody()}
            hint={t.sentBodyHint()}
            className="md:col-span-full"
            name="body"
            defaultValue={call.body?.example}
            rows={8}
            spellCheck={false}
            look="font-mono text-xs"
          />
        )}
      </div>
      <Field
        label={t.token()}
        name="token"
        type="password"
        required
        autoComplete="off"
        hint={t.tokenHint()}
      />
      <div>
        {call.method === "GET" ? (
          <Submit busy={answer === "sending"} act={answer === "sending" ? t.sending() : t.send()} />
        ) : (
          <ConfirmButton
            key={call.id}
            act={t.send()}
            about={`${call.method} ${call.path}`}
            busy={answer === "sending"}
            onConfirm={() => {
              isConfirmed.current = form.current?.checkValidity() ?? false;
              form.current?.requestSubmit();
            }}
          >
            {t.changes()}
          </ConfirmButton>
        )}
      </div>
      {address !== null && <Curl line={curlOf(call, `${location.origin}${address}`)} />}
      {answer === "failed" && <Notice tone="bad" title={t.failed()} live />}
      {answer !== null && typeof answer === "object" && <Shown {...answer} />}
    </form>
  );
}

function Curl({ line }: { line: string }) {
  return (
    <div className="grid items-center gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
      <code className="text-xs break-all">{line}</code>
      <CopyButton text={line} />
    </div>
  );
}

function Shown({ status, headers, body }: CallAnswer) {
  return (
    <Notice tone={status < 400 ? "good" : "bad"} title={t.status({ status })} live>
      <pre className="mt-2 text-xs break-all whitespace-pre-wrap">{headers}</pre>
      <TextField
        label={t.body()}
        className="mt-3"
        value={body.slice(0, shownLength)}
        readOnly
        rows={12}
        look="font-mono text-xs"
      />
      {body.length > shownLength && t.cut({ count: shownLength })}
    </Notice>
  );
}
