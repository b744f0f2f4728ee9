/** How long a reminder can be undone before it is sent, in milliseconds. */
export const undoMs = 10_000;
