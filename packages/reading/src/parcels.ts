// Parcels in a cell: their codes, or their number.

export interface ReadParcels {
  /** Codes as written. */
  codes: string[]
  /** Number of parcels without a code. */
  count: number
}

const COUNT =
  /^(\d{1,3})(?:[.,]0+)?\s*(?:x|×|\*|st(?:k|ück|ueck)?\.?|pcs?\.?|pieces?|parcels?|packages?|boxes?|cartons?|colis|kolli|colli|bultos?|paquetes?|pakete?n?|kartons?|kisten?|volumes?|caixas?|pz\.?|szt\.?|ks|adet|un\.?|uds?\.?)?$/i

/** Reads a bare small number, or one with a word for pieces; undefined for a code. */
export function readCount(text: string): number | undefined {
  const written = text.trim()
  const [, digits = ''] = COUNT.exec(written) ?? []
  // 007 is a code.
  return digits === '' || (digits.length > 1 && digits.startsWith('0')) ? undefined : Number(digits)
}

/** Codes are separated by commas, semicolons or lines. `areCodes`: a small number is a code as well. */
export function readParcels(text: string, areCodes = false): ReadParcels {
  const count = areCodes ? undefined : readCount(text)
  if (count !== undefined) return { codes: [], count }
  const codes = text
    .split(/[,;|\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  return { codes, count: 0 }
}

/** Letters with digits, or many digits. */
const CODE = /^(?=\S*\d)(?=\S*\p{L}|\d{8})[\p{L}\d][\p{L}\d._/-]{4,}$/u

/** Reads a cell of a column of counts: its count, or codes that somebody wrote instead; undefined for neither. */
export function readCounted(text: string): ReadParcels | undefined {
  const count = readCount(text)
  if (count !== undefined) return { codes: [], count }
  const found = readParcels(text, true)
  return found.codes.length > 0 && found.codes.every((code) => CODE.test(code)) ? found : undefined
}

/** Whether the filled cells of a column are all counts of parcels. */
export function areCounts(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length > 0 && filled.every((cell) => readCount(cell) !== undefined)
}

/** Names for parcels without codes, each unique within its stop: `A-1000 1/4`, or `1/4` when the order has no number. */
export function nameParcels(count: number, order: string | undefined): string[] {
  return Array.from({ length: count }, (_, at) =>
    [order?.slice(0, 400), `${at + 1}/${count}`].filter(Boolean).join(' '),
  )
}
