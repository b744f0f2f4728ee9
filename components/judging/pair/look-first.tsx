import { Button } from "#components/ui/button.tsx";
import { KeyCap } from "#components/ui/key-cap.tsx";
import * as t from "#messages/judgingPair.ts";
import { type StepActions, StepButtons } from "./step-buttons.tsx";

/** Bar below two people whose chances are still hidden. */
export function LookFirst({ steps, onShow }: { steps: StepActions; onShow: () => void }) {
  return (
    <div className="bottom-0 z-2 mt-auto grid gap-3 bg-canvas pt-3 pb-1 max-md:-mx-4 max-md:border-t-2 max-md:border-rule max-md:bg-sheet max-md:px-4 [@media(min-height:36rem)]:sticky">
      <div>
        <p className="text-base md:text-xl">{t.howFarApart()}</p>
        <p className="text-sm text-ink-2">{t.answerForYourself()}</p>
      </div>
      <Button look="act" className="min-h-15 md:justify-self-start" onClick={onShow}>
        {t.showChances()}
        <span className="max-md:hidden" aria-hidden>
          <KeyCap>Enter</KeyCap>
        </span>
      </Button>
      <StepButtons {...steps} />
    </div>
  );
}
