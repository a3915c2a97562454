/** Reads a problem file of any supported format, with the data to translate a solution back into the file's own numbers. */

import { readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { asFormatError, FormatError } from '../formats/format-error.ts'
import type { Convention, InstanceFormat, Objective } from '../formats/instance.ts'
import { detectFormat, readInstance, type TextFormat } from '../formats/read-instance.ts'
import { readTdvrptw } from '../formats/tdvrptw.ts'
import {
  getPublishedCost,
  isTooLargeForTables,
  listPublishedRoutes,
  toProblem,
  toWideProblem,
} from '../formats/to-problem.ts'
import { readVroom, type VroomInstance } from '../formats/vroom.ts'
import type { Problem } from '../problem.ts'
import type { Solution } from '../solution.ts'
import { requireValid } from '../solve.ts'
import { requireWide } from '../wide/require-wide.ts'
import { isWide, type WideProblem } from '../wide-problem.ts'
import type { MapPoint } from './svg.ts'

export interface LoadedProblem {
  /** File name without folder and extension. */
  readonly name: string
  /** Without tables of travel for a file with so large a number of places that they would fill the memory. */
  readonly problem: Problem | WideProblem
  /** Coordinates by location index; undefined when the file has none. */
  readonly points: readonly MapPoint[] | undefined
  /** Cost in the file's unit, without the artificial price of stops that must be served. */
  getCost(solution: Solution): number
  listRoutes(solution: Solution): number[][]
  getStopNumber(stop: number): number
  /** Set for a VROOM file: data for writing a VROOM solution. */
  readonly vroom?: VroomInstance
}

/** Throws FormatError for an invalid file, and the system's error for one that cannot be read. */
export function loadProblem(
  file: string,
  format: InstanceFormat | 'auto',
  convention: Convention | undefined,
  objective: Objective | undefined,
): LoadedProblem {
  const text = readFileSync(file, 'utf8')
  const name = basename(file, extname(file))
  const actual = format === 'auto' ? detectFormat(text) : format
  if (actual === 'pvrp') throw new FormatError('the file is of several days', '--format')
  if (actual === 'tdvrptw') return loadTdvrptw(text, file, objective)
  if (objective === 'duration')
    throw new FormatError('is for files of travel times by the hour', '--objective duration')
  const wanted = objective ?? 'distance'
  const loaded =
    actual === 'vroom' ? loadVroom(text, name, wanted) : loadInstance(text, actual, name, convention, wanted)
  asFormatError(() => (isWide(loaded.problem) ? requireWide(loaded.problem) : requireValid(loaded.problem)))
  return loaded
}

function loadInstance(
  text: string,
  format: TextFormat,
  name: string,
  wanted: Convention | undefined,
  objective: Objective,
): LoadedProblem {
  const instance = readInstance(text, format, name)
  const convention = wanted ?? instance.defaultConvention
  const build = isTooLargeForTables(instance) ? toWideProblem : toProblem
  const problem = build(instance, convention, objective)
  return {
    name,
    problem,
    points: instance.explicitDistances === undefined ? [...instance.depots, ...instance.stops] : undefined,
    getCost: (solution) => getPublishedCost(instance, convention, problem, solution),
    listRoutes: (solution) => listPublishedRoutes(instance, solution),
    getStopNumber: (stop) => instance.stops[stop]!.number,
  }
}

function loadVroom(text: string, name: string, objective: Objective): LoadedProblem {
  const vroom = readVroom(text)
  const { problem, tasks, points } = vroom
  if (objective === 'vehicles') problem.options.minimiseVehicles = true
  return {
    name,
    problem,
    points,
    getCost: (solution) => solution.totalCost - solution.cost.unassigned,
    vroom,
    listRoutes: (solution) => solution.routes.map((route) => route.stops.map((stop) => tasks[stop]!.id)),
    getStopNumber: (stop) => tasks[stop]!.id,
  }
}

/** Time-dependent files name a packed companion file in the same folder. */
function loadTdvrptw(text: string, file: string, objective: Objective | undefined): LoadedProblem {
  if (objective === 'distance')
    throw new FormatError('the file counts durations: leave it out or ask for duration', '--objective distance')
  const readCompanion = (path: string): string => {
    const bytes = readFileSync(join(dirname(file), path))
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  }
  const { problem, points, numbers, getCost } = readTdvrptw(text, readCompanion)
  if (objective === 'vehicles') problem.options.minimiseVehicles = true
  asFormatError(() => requireValid(problem))
  return {
    name: basename(file).replace(/(\.vrp)?\.json$/, ''),
    problem,
    points,
    getCost,
    listRoutes: (solution) =>
      solution.routes.flatMap(({ stops }) => (stops.length === 0 ? [] : [stops.map((stop) => numbers[stop]!)])),
    getStopNumber: (stop) => numbers[stop]!,
  }
}
