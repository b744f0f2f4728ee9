/** Where a page keeps its report, for the file that is saved of it. */
export const reportId = "report";
