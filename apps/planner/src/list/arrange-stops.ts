// In which order stops are shown, and under which headings. Pure.
import type { Stop } from '@routewright/contract'
import { stopName } from '../plan/plan-data.ts'
import type { SortValue, StopColumn, StopFacts } from './stop-columns.ts'

/** `order` is that of the routes, which is the only one that can be changed by hand. */
export interface Sorting {
  by: string
  isDown: boolean
}

export const ROUTE_ORDER: Sorting = { by: 'order', isDown: false }

export const groupings = ['route', 'zone', 'window', 'client', 'none'] as const
export type Grouping = (typeof groupings)[number]

const wordOrder = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function compare(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return wordOrder.compare(String(a), String(b))
}

/** Stops that are alike keep their order; those that have nothing there come last, whichever way it is sorted. */
export function sortStops(
  stops: readonly Stop[],
  column: StopColumn | undefined,
  isDown: boolean,
  facts: StopFacts,
): readonly Stop[] {
  if (!column) return isDown ? stops.toReversed() : stops
  // Looked up once for each, not at every comparison.
  const keyed = stops.map((stop) => ({ stop, value: column.value(stop, facts) }))
  const sign = isDown ? -1 : 1
  keyed.sort((a, b) => {
    if (a.value === undefined || b.value === undefined)
      return Number(a.value === undefined) - Number(b.value === undefined)
    return sign * compare(a.value, b.value)
  })
  return keyed.map(({ stop }) => stop)
}

export interface StopGroup {
  key: string
  label: string
  stops: readonly Stop[]
}

/** Groups in the order of their names; those by window by when they close. Stops without one come last. */
export function groupStops(
  stops: readonly Stop[],
  by: Exclude<Grouping, 'route' | 'none'>,
  facts: StopFacts,
): StopGroup[] {
  const groups = new Map<string, { label: string; value: SortValue; stops: Stop[] }>()
  for (const stop of stops) {
    const { key, label, value } = headings[by](stop, facts)
    const group = groups.get(key)
    if (group) group.stops.push(stop)
    else groups.set(key, { label, value, stops: [stop] })
  }
  const isNone = (value: SortValue) => Number(value === undefined)
  return [...groups]
    .map(([key, group]) => ({ key, ...group }))
    .sort((a, b) => isNone(a.value) - isNone(b.value) || compare(a.value, b.value))
    .map(({ key, label, stops: all }) => ({ key: `${by} ${key}`, label, stops: all }))
}

interface Heading {
  key: string
  label: string
  value: SortValue
}

const headings: Record<Exclude<Grouping, 'route' | 'none'>, (stop: Stop, facts: StopFacts) => Heading> = {
  zone(stop, { zonesOf, formats, t }) {
    const names = zonesOf(stop)
    const label = formats.list([...names])
    return { key: label, label: label || t('list.no_zone'), value: label || undefined }
  },
  window({ time_windows }, { formats, t }) {
    const [first] = time_windows
    if (!first) return { key: '', label: t('list.no_window'), value: undefined }
    const closes = first[1] + first[0] / 1_000_000
    return { key: time_windows.join(), label: formats.timeWindows(time_windows), value: closes }
  },
  /** Finds the client in the address book, else by the caller's own number, else by name: orders come with any of them. */
  client(stop) {
    const label = stopName(stop)
    return { key: stop.client_id ?? stop.client_external_id ?? label.toLowerCase(), label, value: label }
  },
}
