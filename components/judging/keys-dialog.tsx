import { lazy, Suspense } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

const KeysList = lazy(async () => {
  const file = await import("./keys-list.tsx").catch(() => null);
  return { default: file?.KeysList ?? NotLoaded };
});

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Keys on this page" isOpen={isOpen} onClose={onClose}>
      <Suspense fallback={<Skeleton className="h-80" />}>{isOpen && <KeysList />}</Suspense>
    </Dialog>
  );
}

function NotLoaded() {
  return <p>They could not be loaded. Load this page again once the connection is back.</p>;
}
