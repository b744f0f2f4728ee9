"use client";

import { useDraft } from "#components/setup/draft-context.tsx";
import { HowComputed } from "#components/ui/how-computed.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section, Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { Tag } from "#components/ui/tag.tsx";
import * as learning from "#messages/setupLearning.ts";
import * as t from "#messages/setupSettings.ts";
import { StepFrame } from "../step-frame.tsx";
import { type Guarantee, guaranteeOf } from "./guarantee.ts";
import { SettingsSections } from "./settings-sections.tsx";
import { useSettings } from "./use-settings.ts";

export function SettingsStep() {
  const { isAudit } = useSettings();
  return (
    <StepFrame step="settings">
      <p className="mb-6 max-w-measure text-ink-2">{t.canChange()}</p>
      <SettingsSections />
      {!isAudit && <GuaranteeSection />}
    </StepFrame>
  );
}

/** What is proven at this scale, and what is not. */
function GuaranteeSection() {
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
      <p className="text-lg font-[560]">{t.reportIn({ promise: t.promise(promised) })}</p>
      <HowComputed>
        <p>
          {t.guaranteeHolds()} {t.certain({ round: certainUntil })} {t.countsFlags()}
        </p>
        <p>{t.aboutErrors()}</p>
        <p className="flex flex-wrap items-center gap-2">
          <Tag tone="exact">{t.provenBound()}</Tag>
          <span>{t.derived()}</span>
        </p>
      </HowComputed>
    </>
  );
}

type Bound = Extract<Guarantee, { kind: "bound" }>;

function Bound({ guarantee }: { guarantee: Bound }) {
  return (
    <>
      <p className="text-lg font-[560]">
        {guarantee.from === null ? learning.boundNone() : learning.boundFrom({ rounds: guarantee.from })}
      </p>
      <HowComputed>
        <p>{explanation(guarantee)}</p>
        <p className="flex flex-wrap items-center gap-2">
          <Tag tone="exact">{t.provenBound()}</Tag>
          <span>
            {learning.boundScope({ isForAny: guarantee.isForAny })} {t.derived()}
          </span>
        </p>
      </HowComputed>
    </>
  );
}

function NoNumbers({ source }: Extract<Guarantee, { kind: "no-numbers" }>) {
  return (
    <>
      <p className="text-lg font-[560]">{learning.noNumbers({ source })}</p>
      <HowComputed>
        <p>{learning.noNumbersWhy({ source })}</p>
      </HowComputed>
    </>
  );
}

function explanation({ rules, from, atHorizon }: Bound): string {
  const here =
    atHorizon === null
      ? []
      : [
          learning.boundHere({
            rounds: atHorizon.rounds,
            unfair: Math.ceil(atHorizon.bound),
            isVoid: atHorizon.bound >= atHorizon.rounds,
          }),
        ];
  return [learning.boundScale({ rules, isCounted: from !== null }), ...here, learning.boundPractice()].join(
    " ",
  );
}
