// What keeps a workbook from being read, in words for whoever looks after it.
export class WorkbookProblem extends Error {}
