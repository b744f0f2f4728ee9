import { FiguresSkeleton } from "#components/results/policy/skeletons.tsx";

/** The findings page while it is loading. */
export function FindingsSkeleton() {
  return (
    <FiguresSkeleton
      label="The findings in short"
      boxes={["Study", "Rounds closed", "Pairs", "Your role"]}
      figures={["reports", "fields", "agreement", "seats"]}
    />
  );
}
