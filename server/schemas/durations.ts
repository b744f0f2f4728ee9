/** How long a link to join works, in days. */
export const invitationDays = 7;

/** How long a link for a new password or a new address works, in hours. */
export const resetHours = 24;

/** How long a reminder can be undone before it is sent, in milliseconds. */
export const undoMs = 10_000;
