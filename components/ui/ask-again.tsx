import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** Why the server gave no answer, and to ask it once more. */
export function AskAgain({ refusal, onAsk }: { refusal: string; onAsk: () => void }) {
  return (
    <Notice tone="bad" live title={refusal}>
      <span className="mt-3 block">
        <Button small onClick={onAsk}>
          Ask again
        </Button>
      </span>
    </Notice>
  );
}
