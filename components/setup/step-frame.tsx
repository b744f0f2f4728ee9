"use client";

import { ArrowRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Main } from "#components/ui/page.tsx";
import * as t from "#messages/setup.ts";
import type { StepName } from "#server/study/draft.ts";
import { DraftCaption } from "./draft-caption.tsx";
import { useDraft } from "./draft-context.tsx";
import { SaveTrouble } from "./save-mark.tsx";
import { markSeen } from "./seen-steps.ts";
import { StepList } from "./step-list.tsx";
import { draftPath, stepsOf } from "./steps.ts";

/** Frame of all steps: title, steps, save state, missing values, navigation. */
export function StepFrame({ step: name, children }: { step: StepName; children: ReactNode }) {
  const { studyId, draft, shown, flush, setTyping } = useDraft();
  const router = useRouter();
  const steps = stepsOf(draft.kind);
  const index = steps.findIndex((step) => step.name === name);
  const [before, after] = [steps[index - 1], steps[index + 1]];
  const here = shown.filter((problem) => problem.step === name);
  useEffect(() => markSeen(studyId, name), [studyId, name]);
  return (
    <>
      <DraftCaption />
      <Main>
        <p className="mb-2 text-sm">
          <Link href="/studies/new">{t.newStudy()}</Link>
        </p>
        <h1 className="mb-4">{steps[index]?.title}</h1>
        <StepList current={name} />
        <SaveTrouble />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to events of its fields */}
        <div onInput={({ target }) => isText(target) && setTyping(true)} onBlur={() => setTyping(false)}>
          {children}
        </div>
        {name !== "publish" && (
          <div className="grid gap-5 border-t-2 border-rule pt-5">
            {here.length > 0 && <MissingList problems={here} />}
            <div className="flex flex-wrap items-center justify-between gap-3 max-md:[&>*]:flex-auto">
              {before === undefined ? (
                <ButtonLink href="/studies/new">{t.leaveForNow()}</ButtonLink>
              ) : (
                <ButtonLink href={draftPath(studyId, before.name)}>
                  {t.backTo({ step: before.name })}
                </ButtonLink>
              )}
              {after !== undefined && (
                <Button
                  look="act"
                  onClick={() => {
                    void flush();
                    router.push(draftPath(studyId, after.name));
                  }}
                >
                  {t.goOnTo({ step: after.name })}
                  <ArrowRight aria-hidden />
                </Button>
              )}
            </div>
          </div>
        )}
      </Main>
    </>
  );
}

function isText(target: EventTarget): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "file"].includes(target.type);
}

/** Problems that do not prevent continuing but do prevent publishing. */
function MissingList({ problems }: { problems: readonly { field: string; message: string }[] }) {
  const shown = problems.slice(0, 5);
  return (
    <Notice title={t.missingInStep({ count: problems.length })}>
      {problems.length === 1 ? (
        shown[0]?.message
      ) : (
        <ul className="mt-1 grid list-disc gap-1 pl-5">
          {shown.map(({ field, message }) => (
            <li key={field + message}>{message}</li>
          ))}
          {problems.length > shown.length && <li>{t.andMore({ count: problems.length - shown.length })}</li>}
        </ul>
      )}
    </Notice>
  );
}
