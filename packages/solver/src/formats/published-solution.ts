/** Reads published routes: CVRPLIB's .sol ("Route #1: 3 5 …", "Cost 827.3") and SINTEF's text ("Route 1 : 3 5 …"). */

import { FormatError } from './format-error.ts'
import { listLines } from './text-lines.ts'

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

/** CVRPLIB's .sol text of numbered routes. */
export function writeSol(routes: readonly (readonly number[])[], cost: number): string {
  const lines = routes.map((route, index) => `Route #${index + 1}: ${route.join(' ')}`.trimEnd())
  return `${[...lines, `Cost ${cost}`].join('\n')}\n`
}
