"use client";

import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/control-class.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Field, Frame } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import * as t from "#messages/tryCall.ts";
import { addressOf, type CallAnswer, readAnswer, shownLength } from "./call-answer.ts";
import type { TryableCall } from "./open-api.ts";

/** Form that sends a reading call with a token, which stays in this form, and shows the answer. */
export function TryCall({ calls }: { calls: readonly TryableCall[] }) {
  const [id, setId] = useState(calls[0]?.id);
  const [address, setAddress] = useState<string | null>(null);
  const [answer, setAnswer] = useState<CallAnswer | "sending" | "failed" | null>(null);
  const call = calls.find((one) => one.id === id);
  if (call === undefined) return null;

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (call === undefined || answer === "sending") return;
    const given = new FormData(event.currentTarget);
    const path = addressOf(call, given);
    setAddress(path);
    setAnswer("sending");
    try {
      const headers = { authorization: `Bearer ${String(given.get("token")).trim()}` };
      setAnswer(await readAnswer(await fetch(path, { headers, credentials: "omit" })));
    } catch {
      // The network, or a token that no header can hold.
      setAnswer("failed");
    }
  }

  return (
    <form onSubmit={send} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Select
        label={t.operation()}
        value={call.id}
        options={calls.map(({ id, path }) => [id, `GET ${path}`] as const)}
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
        <Button type="submit" busy={answer === "sending"}>
          {answer === "sending" ? t.sending() : t.send()}
        </Button>
      </div>
      {address !== null && <Curl address={address} />}
      {answer === "failed" && <Notice tone="bad" title={t.failed()} live />}
      {answer !== null && typeof answer === "object" && <Shown {...answer} />}
    </form>
  );
}

function Curl({ address }: { address: string }) {
  const line = `curl -H "Authorization: Bearer $TOKEN" '${location.origin}${address}'`;
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
      <Frame label={t.body()} className="mt-3">
        {(control) => (
          <textarea
            {...control}
            value={body.slice(0, shownLength)}
            readOnly
            rows={12}
            className={`${controlClass} font-mono text-xs`}
          />
        )}
      </Frame>
      {body.length > shownLength && t.cut({ count: shownLength })}
    </Notice>
  );
}
