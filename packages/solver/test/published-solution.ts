/** Reads published routes for comparison: CVRPLIB's .sol ("Route #1: 3 5 …", "Cost 827.3") and SINTEF's text ("Route 1 : 3 5 …"). */

import { FormatError } from '../src/formats/format-error.ts'
import type { Instance } from '../src/formats/instance.ts'
import { listLines } from '../src/formats/text-lines.ts'
import type { OrderItem } from './schedule-orders.ts'

export interface PublishedSolution {
  /** Stop numbers as printed; a 0 within a route is a reload. Empty routes are kept: they count vehicles. */
  readonly routes: readonly (readonly number[])[]
  /** Cost as printed, in the unit its publisher chose; undefined when none is printed. */
  readonly cost: number | undefined
}

/** Parses either kind; throws FormatError naming the line. */
export function readPublishedSolution(text: string): PublishedSolution {
  const routes: number[][] = []
  let cost: number | undefined
  for (const line of listLines(text)) {
    const route = /^Route\s*#?\s*\d+\s*:\s*(.*)$/i.exec(line.text)
    if (route !== null) {
      const numbers = route[1]!.trim() === '' ? [] : route[1]!.trim().split(/\s+/)
      routes.push(
        numbers.map((raw) => {
          const number = Number(raw)
          if (!Number.isInteger(number) || number < 0) {
            throw new FormatError(`"${raw}" is not a stop number`, `Route ${routes.length + 1}`, line.number)
          }
          return number
        }),
      )
      continue
    }
    const stated = /^Cost\s*:?\s*([-+0-9.eE]+)$/i.exec(line.text)
    if (stated !== null) cost = Number(stated[1])
  }
  if (routes.length === 0) throw new FormatError('no line "Route #1: …"', 'Route')
  return { routes, cost }
}

/**
 * Orders of stop indices by vehicle from published numbers. Route k is driven by vehicle k when the set numbers its vehicles. Throws
 * FormatError for a number that is no stop, or for more routes than vehicles.
 */
export function toOrders(instance: Instance, published: PublishedSolution): OrderItem[][] {
  const indexByNumber = new Map(instance.stops.map((stop, index) => [stop.number, index]))
  const routes = instance.hasNumberedVehicles ? published.routes : published.routes.filter((route) => route.length > 0)
  if (routes.length > instance.vehicles.length) {
    throw new FormatError(`${routes.length} routes for ${instance.vehicles.length} vehicles`, 'Route')
  }
  return routes.map((route, position) =>
    route.map((number) => {
      const index = indexByNumber.get(number)
      if (index !== undefined) return index
      if (number === 0 && instance.vehicles[position]!.reloadDepotIndex !== undefined) return 'reload'
      throw new FormatError(`${number} is no stop of ${instance.name}`, `Route ${position + 1}`)
    }),
  )
}
