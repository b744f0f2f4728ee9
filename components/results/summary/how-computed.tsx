/** Explains the figures of the summary. Closed at first: the answer comes before its computation. */
export function HowComputed({ isAudit }: { isAudit: boolean }) {
  return (
    <details>
      <summary className="min-h-9 w-fit cursor-pointer py-1.5 text-sm font-[560]">
        How is this computed?
      </summary>
      <div className="grid max-w-measure gap-2 pt-2 text-sm text-ink-2">
        <p>
          Reports are counted in closed rounds. A round counts once, however many of its pairs were reported.
        </p>
        {!isAudit && (
          <>
            <p>
              Then: the chances as they were published. Now: the chances that the same people would be
              published with if the same round were opened with the policy in force. Both include the limit of
              a round. Distances are averaged pair by pair, whichever of the two people is ahead.
            </p>
            <p>
              Wrong decisions are estimated from rounds whose outcomes are all recorded: picking a person with
              a bad outcome, or not picking one with a good outcome. Each known outcome counts for all people
              who had the same chance. The other three rules are estimated from the same outcomes. At random
              means as many people as this study picks.
            </p>
          </>
        )}
      </div>
    </details>
  );
}
