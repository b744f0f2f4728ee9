import { PaperSkeleton } from "#components/judging/skeletons.tsx";

export default function Loading() {
  return <PaperSkeleton label="Loading the receipt" />;
}
