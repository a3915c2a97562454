// Whether two values of a field say the same, whatever form nothing has in each.

/** Whether two values of a field say the same; nothing, an empty text and an empty list do. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => [name, sorted(part)] as const)
  const filled = entries.filter(([, part]) => part !== null).sort(([a], [b]) => (a < b ? -1 : 1))
  return filled.length === 0 ? null : Object.fromEntries(filled)
}
