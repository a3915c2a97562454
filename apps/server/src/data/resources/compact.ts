// Rows to wire records: what has no value is left out (decision R8).

/** A copy of the named columns of a row, without those that are null. */
export function pickColumns<R extends object, K extends keyof R & string>(
  row: R,
  columns: readonly K[],
): { [P in K]?: NonNullable<R[P]> } {
  const record: { [P in K]?: NonNullable<R[P]> } = {}
  for (const column of columns) {
    const value = row[column]
    if (value !== null && value !== undefined) record[column] = value as NonNullable<R[K]>
  }
  return record
}
