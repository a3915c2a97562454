// Irreparable damage by spreadsheets to codes and telephone numbers.

/** 4,17912E+10: a long number as a spreadsheet shows it in a narrow column; its last digits are lost. */
const POWER = /^\s*[+-]?\d(?:[.,]\d+)?\s*e\s*\+\s*\d{1,3}\s*$/i
/** `########` appears where the column was too narrow for a number. */
const TOO_NARROW = /^\s*#{3,}\s*$/

/** Whether a code, a telephone number or an order number lost digits in a spreadsheet. */
export function isDamaged(text: string): boolean {
  return POWER.test(text) || TOO_NARROW.test(text)
}
