// Reason why a workbook cannot be read, in words for the administrator.
export class WorkbookProblem extends Error {}
