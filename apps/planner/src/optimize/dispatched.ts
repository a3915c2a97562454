// What was dispatched from this device, so that a later dispatch can say what changed since.

const KEY = 'routewright.dispatched'
const KEPT = 300

type Memory = Record<string, string[]>

function read(): Memory {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Memory
  } catch {
    return {}
  }
}

export function rememberDispatch(routeId: string, order: readonly string[]): void {
  const { [routeId]: _old, ...others } = read()
  const kept = Object.entries(others).slice(-KEPT + 1)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...kept, [routeId, order]])))
  } catch {
    // A full or forbidden storage only loses the comparison.
  }
}

/** How many stops came, went or stand elsewhere since; undefined when nothing is known of an earlier dispatch. */
export function stopsChangedSince(routeId: string, order: readonly string[]): number | undefined {
  const before = read()[routeId]
  if (!before) return undefined
  const left = before.filter((id) => !order.includes(id)).length
  const changed = order.filter((id, place) => before[place] !== id).length
  return left + changed
}
