"use client";

import { type ChangeEvent, type DragEvent, useRef } from "react";

/**
 * Returns the props of an area on which files can be dropped, those of the hidden input in it, and a function for the
 * button that opens the browser's dialog.
 */
export function useFileInput(take: (files: File[]) => void) {
  const input = useRef<HTMLInputElement>(null);
  return {
    choose: () => input.current?.click(),
    areaProps: {
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        take([...event.dataTransfer.files]);
      },
    },
    inputProps: {
      ref: input,
      type: "file",
      className: "sr-only",
      tabIndex: -1,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        take([...(target.files ?? [])]);
        // The same file can be chosen again.
        target.value = "";
      },
    },
  };
}
