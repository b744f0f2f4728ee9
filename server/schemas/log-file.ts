/** How many entries a downloaded log has: its length in bytes is not known before it ends. */
export const entryCountHeader = "x-evenhand-entries";
