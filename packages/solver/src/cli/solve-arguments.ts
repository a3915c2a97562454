/** The options of `routewright solve`, read from the command line and validated. */

import { parseArgs } from 'node:util'
import type { Convention, InstanceFormat, Objective } from '../formats/instance.ts'

export interface SolveArguments {
  readonly file: string
  readonly format: InstanceFormat | 'auto'
  /** Undefined: the convention under which this kind of file is published. */
  readonly convention: Convention | undefined
  /** Undefined: the objective under which this kind of file is published. */
  readonly objective: Objective | undefined
  /** Undefined: depends on the number of stops. */
  readonly seconds: number | undefined
  /** Undefined: one per processor. */
  readonly threads: number | undefined
  readonly seed: number
  /** Stops after this many iterations instead of at the deadline; with one thread, the result is then reproducible. */
  readonly iterations: number | undefined
  readonly isJson: boolean
  /** Print the solution in VROOM's format. */
  readonly isVroom: boolean
  readonly svgFile: string | undefined
  readonly solFile: string | undefined
}

/** A mistake in the arguments, shown with the usage text. */
export class UsageError extends Error {}

export const solveUsage = `Usage: routewright solve FILE [options]

Plans the routes of a benchmark file: Solomon, CVRPLIB (and its VRPLIB dialects), Li & Lim, VROOM's JSON, or JSON with travel times by
the hour (Lera2026, Rifki2020). Of several days: GeoJSON of pvrpif, and Cordeau's periodic text.

  --format auto|solomon|cvrplib|lilim|vroom|tdvrptw|pvrp   default auto: told by the content
  --convention exact|round|dimacs|double      rounding of distances; default: the one its set is published under
  --objective distance|vehicles|duration      default distance, by the hour duration; vehicles: fewest routes first
  --seconds S                                 budget, reading included; default: as long as it pays, at most 10 to 200 stops, 30 to 1,000, then 60 for each 5,000
  --threads T                                 default: one per processor
  --seed N                                    default 1
  --iterations N                              stop after N iterations of each thread
  --json                                      print one JSON object
  --vroom                                     print VROOM's own answer, for a file of VROOM's
  --svg FILE                                  draw the routes
  --sol FILE                                  write the routes as a CVRPLIB .sol file
`

/** Reads the arguments after `solve`; throws UsageError. */
export function readSolveArguments(argv: readonly string[]): SolveArguments {
  const { values, positionals } = parse(argv)
  const [file, ...more] = positionals
  if (file === undefined) throw new UsageError('no FILE given')
  if (more.length > 0) throw new UsageError(`one FILE at a time, not also ${more.join(' ')}`)
  return {
    file,
    format:
      pickOne('--format', values.format, [
        'auto',
        'solomon',
        'cvrplib',
        'lilim',
        'vroom',
        'tdvrptw',
        'pvrp',
      ] as const) ?? 'auto',
    convention: pickOne('--convention', values.convention, ['exact', 'round', 'dimacs', 'double'] as const),
    objective: pickOne('--objective', values.objective, ['distance', 'vehicles', 'duration'] as const),
    seconds: readNumber('--seconds', values.seconds, 0.01, 86_400),
    threads: readWhole('--threads', values.threads, 1, 256),
    seed: readWhole('--seed', values.seed, 0, 2 ** 31 - 1) ?? 1,
    iterations: readWhole('--iterations', values.iterations, 0, Number.MAX_SAFE_INTEGER),
    isJson: values.json === true,
    isVroom: values.vroom === true,
    svgFile: values.svg,
    solFile: values.sol,
  }
}

function parse(argv: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        format: text,
        convention: text,
        objective: text,
        seconds: text,
        threads: text,
        seed: text,
        iterations: text,
        json: { type: 'boolean' },
        vroom: { type: 'boolean' },
        svg: text,
        sol: text,
      },
    })
  } catch (error) {
    // The text after its first sentence is about arguments that begin with a dash, and no file is named so.
    const [fault] = String(error instanceof Error ? error.message : error).split('. ')
    throw new UsageError(fault)
  }
}

function pickOne<T extends string>(name: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined
  const found = allowed.find((candidate) => candidate === value)
  if (found === undefined) throw new UsageError(`${name} ${value}: one of ${allowed.join(', ')}`)
  return found
}

function readNumber(name: string, value: string | undefined, least: number, most: number): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (value.trim() === '' || !(number >= least && number <= most)) {
    throw new UsageError(`${name} ${value}: a number in ${least}..${most}`)
  }
  return number
}

function readWhole(name: string, value: string | undefined, least: number, most: number): number | undefined {
  const number = readNumber(name, value, least, most)
  if (number !== undefined && !Number.isInteger(number)) throw new UsageError(`${name} ${value}: a whole number`)
  return number
}
