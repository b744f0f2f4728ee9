import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useTask } from "#components/ui/use-task.ts";
import * as t from "#messages/receipts.ts";
import type { SeatKey } from "#server/rounds/judging/seat-keys.ts";

type Props = {
  readonly studyId: string;
  readonly seat: string;
  /** The seat's keys that the page lists. */
  readonly keys: readonly SeatKey[];
  /** The one of them that this browser has; null if it has none, undefined while it is looked up. */
  readonly here: string | null | undefined;
};

const answers = {
  fits: { tone: "good", title: t.devicesFit, note: t.devicesFitNote },
  noneHere: { tone: "bad", title: t.noKeyHere, note: t.noKeyHereNote },
  differs: { tone: "bad", title: t.devicesDiffer, note: t.devicesDifferNote },
  unread: { tone: "bad", title: t.logUnreadableTitle, note: t.tryAgain },
} as const;

/**
 * Reads the log in this browser and compares the keys of the seat in it with those listed: a server could have put its
 * own key there when the invitation was accepted.
 */
export function CheckDevices({ studyId, seat, keys, here }: Props) {
  const {
    data: isSame,
    isError,
    isPending,
    mutate,
  } = useTask(async () => {
    const { readSeatKeysInLog } = await import("../ballots/keys-in-log.ts");
    const logged = await readSeatKeysInLog(studyId, seat);
    return logged.size === keys.length && keys.every(({ key }) => logged.has(key));
  });
  // The log can be read before this browser's own key is found.
  const isReading = isPending || (isSame === true && here === undefined);
  const answer = isError ? "unread" : !isSame ? "differs" : here === null ? "noneHere" : "fits";
  const said = !isReading && (isError || isSame !== undefined) && answers[answer];
  return (
    <div className="mt-4 grid justify-items-start gap-4">
      <Button busy={isReading} onClick={() => mutate()}>
        {isReading ? t.readingLog() : t.checkDevices()}
      </Button>
      {said && (
        <Notice tone={said.tone} title={said.title()} live>
          {said.note()}
        </Notice>
      )}
    </div>
  );
}
