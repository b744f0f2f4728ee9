"use client";

import type { ReactNode } from "react";
import { Fold } from "#components/ui/fold.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { Tag } from "#components/ui/tag.tsx";
import * as t from "#messages/setupSettings.ts";
import { formatNumber } from "#server/format.ts";
import { useDraft } from "../draft-context.tsx";
import { type Guarantee, guaranteeOf } from "./guarantee.ts";
import { certaintyWords, promiseSentence } from "./promise.ts";

/** What is proven at this scale, and what is not. */
export function GuaranteeSection() {
  const { draft, rules } = useDraft();
  const guarantee = guaranteeOf(draft.settings, rules);
  return (
    <Section title={t.guaranteed()} note={t.guaranteedNote()}>
      {guarantee === null ? (
        <Notice title={t.notKnown()}>{t.notKnownNote()}</Notice>
      ) : (
        <Sheet ruled>
          <SheetBody className="grid max-w-measure gap-3">
            <Stated guarantee={guarantee} />
          </SheetBody>
        </Sheet>
      )}
    </Section>
  );
}

function Stated({ guarantee }: { guarantee: Guarantee }) {
  if (guarantee.kind === "promise") return <CertainGuarantee {...guarantee} />;
  return guarantee.kind === "bound" ? <Bound guarantee={guarantee} /> : <NoNumbers {...guarantee} />;
}

function CertainGuarantee({ certainUntil, ...promised }: Extract<Guarantee, { kind: "promise" }>) {
  return (
    <>
      <p className="text-lg font-[560]">{t.reportIn({ promise: promiseSentence(promised) })}</p>
      <Explanation>
        <p className="text-sm text-ink-2">
          {t.guaranteeHolds()} {certaintyWords(certainUntil)} {t.countsFlags()}
        </p>
        <p className="text-sm text-ink-2">{t.aboutErrors()}</p>
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          <Tag tone="exact">{t.provenBound()}</Tag>
          <span>{t.derived()}</span>
        </p>
      </Explanation>
    </>
  );
}

type Bound = Extract<Guarantee, { kind: "bound" }>;

function Bound({ guarantee }: { guarantee: Bound }) {
  return (
    <>
      <p className="text-lg font-[560]">{headline(guarantee)}</p>
      <Explanation>
        <p className="text-sm text-ink-2">{explanation(guarantee)}</p>
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          <Tag tone="exact">{t.provenBound()}</Tag>
          <span>
            In expectation, against any {guarantee.isForAny ? "" : "fixed "}policy that is fair with the
            margin
            {guarantee.isForAny && ", also one chosen after the fact"}, for outcomes that arrive in time.
            Derived for this program; not published.
          </span>
        </p>
      </Explanation>
    </>
  );
}

const sources = {
  paper:
    "The paper’s Theorem 4.9 says how errors and unfair rounds grow with the number of rounds, without constants: for a study of a given length it promises nothing.",
  derived:
    "That both stay small in the long run is derived for this program, not published, and without constants: for a study of a given length it promises nothing.",
  heuristic: "With less noise than the proof asks for nothing is promised at all.",
} as const;

function NoNumbers({ source }: Extract<Guarantee, { kind: "no-numbers" }>) {
  return (
    <>
      <p className="text-lg font-[560]">
        {source === "heuristic" ? "No guarantee: a heuristic." : "No guarantee in numbers for FTPL."}
      </p>
      <Explanation>
        <p className="text-sm text-ink-2">{sources[source]} Its rounds show what the study really does.</p>
      </Explanation>
    </>
  );
}

function Explanation({ children }: { children: ReactNode }) {
  return (
    <Fold label={t.howComputed()}>
      <div className="grid gap-3">{children}</div>
    </Fold>
  );
}

function headline({ from }: Bound): string {
  return from === null
    ? "No guarantee at these settings."
    : `No guarantee below ${formatNumber(from)} rounds.`;
}

function explanation({ rules, from, atHorizon }: Bound): string {
  const scale =
    from === null
      ? `With ${formatNumber(rules)} rules the bound exceeds any number of rounds.`
      : `With ${formatNumber(rules)} rules the bound on unfair rounds is smaller than the number of rounds only from there on.`;
  const here =
    atHorizon === null
      ? ""
      : ` For your ${formatNumber(atHorizon.rounds)} rounds it allows ${formatNumber(Math.ceil(atHorizon.bound))} unfair ones${atHorizon.bound >= atHorizon.rounds ? ", so it says nothing about this study" : ""}.`;
  const practice =
    " Panels are nearly always smaller than that. What the study really does is seen in its rounds, not in this bound.";
  return scale + here + practice;
}
