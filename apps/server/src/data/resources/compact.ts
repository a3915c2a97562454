// Rows to wire records: leaves out empty values (decision R8).

/** Copies the named columns of a row, except null values. */
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
