// Interprets tables: the meaning of columns, the table on a sheet, and the content of cells. Files are read by `./sheets`.
export type { ReadAmount } from './amounts.ts'
export { readDuration, readQuantity } from './amounts.ts'
export { type CellDoubt, type CellFault, cleaned, Doubtful, Faulty } from './cells.ts'
export { chooseSheet } from './choose-sheet.ts'
export { type ColumnForm, judgeColumn, judgeColumns, withHeading } from './column-forms.ts'
export { leaveContinued } from './continued-rows.ts'
export { readLatitude, readLongitude, readPoint } from './coordinates.ts'
export { isDamaged } from './damage.ts'
export { type DayOrder, type Moment, readMoment, type Setting } from './days.ts'
export {
  type ColumnTarget,
  fieldsFor,
  findDefinition,
  importFields,
  type PastField,
  type Purpose,
  type RowField,
} from './fields.ts'
export { guessColumns } from './headings.ts'
export { findCurrency, readMoney } from './money.ts'
export { judgeNumbers, type NumberForm, type ReadNumber, readNumberText } from './numbers.ts'
export { createPlaceJudge, type OutlyingPlace } from './outlying-places.ts'
export { nameParcels, readCount } from './parcels.ts'
export { fillDown, type PastCells } from './past-cells.ts'
export { addressLine } from './places-of-rows.ts'
export { type Columns, collectDuplicates, createRowReader, type ReadRow, readRow } from './rows.ts'
export { isTotal, type LeftLine, type Line, readTable, type Table } from './table.ts'
export { parseEnd, parseWindows, readWindows, type Window } from './windows.ts'
