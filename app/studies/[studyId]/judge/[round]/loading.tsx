import { JudgingSkeleton } from "#components/judging/skeletons.tsx";

export default function Loading() {
  return <JudgingSkeleton />;
}
