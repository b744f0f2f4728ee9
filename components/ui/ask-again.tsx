import * as t from "#messages/ui.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** Explains why the server gave no answer, with a button to retry. */
export function AskAgain({ refusal, onAsk }: { refusal: string; onAsk: () => void }) {
  return (
    <Notice tone="bad" live title={refusal}>
      <span className="mt-3 block">
        <Button small onClick={onAsk}>
          {t.tryAgain()}
        </Button>
      </span>
    </Notice>
  );
}
