// A process of its own for `learning.ts`: on a database of past days it learns once, as the service does in the night, then tells what that took.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { getProject } from '../../apps/server/src/accounts/projects/projects.ts'
import { learnOfProject, learnTravel } from '../../apps/server/src/annexes/learning/learning.ts'
import { type Database, openDatabase } from '../../apps/server/src/frame/platform/db.ts'
import { createLog } from '../../apps/server/src/frame/platform/log.ts'
import type { Scope } from '../../apps/server/src/frame/platform/scope.ts'
import { systemCaller } from '../../apps/server/src/frame/platform/services.ts'
import { straightLines } from '../../apps/server/src/geography/travel/straight-lines.ts'
import type { TravelProvider } from '../../apps/server/src/geography/travel/travel.ts'
import { buildImage } from '../../packages/roads/src/engine/build-image.ts'
import { RoadGraph } from '../../packages/roads/src/engine/road-graph.ts'
import { getProfile } from '../../packages/roads/src/graph/profiles.ts'
import { SHIPPED_EXTRACT } from '../../packages/roads/src/pbf/shipped-extract.ts'
import { bareSurroundings } from './bare-scope.ts'

/** Cost of a step: seconds of processor time here and of the database's processes, megabytes more at most. */
export interface Taken {
  seconds: number
  databaseSeconds: number | undefined
  megabytes: number
}

export interface Told {
  night: Taken
  travel: Taken
  /** Clients and places, doors and parking places that are used, and a digest of all that was learned of places. */
  places: unknown
  digest: string
  legs: number
}

const [databaseUrl, organizationId, projectId] = process.argv.slice(2) as [string, string, string]
const log = createLog({ level: 'error' })
const database = await openDatabase({ databaseUrl, directory: tmpdir(), poolSize: 4, log })
const graph = new RoadGraph(buildImage([SHIPPED_EXTRACT], getProfile('car')))
/** On the thread that measures, so that its processor time counts. */
const travelOnRoads: TravelProvider = {
  ...straightLines,
  path: async (points) => {
    const { legs, geometry } = graph.path(points)
    return {
      legSeconds: legs.map(({ seconds }) => seconds),
      legMeters: legs.map(({ meters }) => meters),
      legMixes: legs.map(({ mix }) => mix),
      polyline: geometry,
    }
  },
}
const asService = <T>(step: (scope: Scope) => Promise<T>) =>
  database.transaction((tx) =>
    step({ ...bareSurroundings(tx, new Date()), ...systemCaller(organizationId), travel: travelOnRoads }),
  )

const night = await take(database, () => asService((scope) => learnOfProject(scope, projectId)))
const travel = await take(database, () =>
  asService(async (scope) => {
    const project = await getProject(scope, projectId)
    return { places: project.learning.places, ...(await learnTravel(scope, project)) }
  }),
)
process.send!({
  night: night.taken,
  travel: travel.taken,
  places: travel.answer.places,
  digest: await digestPlaces(database),
  legs: travel.answer.legs,
} satisfies Told)
await database.close()
process.disconnect()

async function take<T>(of: Database, step: () => Promise<T>): Promise<{ taken: Taken; answer: T }> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const [begun, databaseBegun] = [process.cpuUsage(), await databaseSeconds(of)]
  const answer = await step()
  const { user, system } = process.cpuUsage(begun)
  const ended = await databaseSeconds(of)
  clearInterval(watch)
  const taken = {
    seconds: (user + system) / 1e6,
    databaseSeconds: ended === undefined || databaseBegun === undefined ? undefined : ended - databaseBegun,
    megabytes: Math.round((most - before) / 1_048_576),
  }
  return { taken, answer }
}

/** Processor time of the connections of this database until now; undefined where it runs on another machine. */
async function databaseSeconds({ db }: Database): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and backend_type in ('client backend', 'parallel worker')`.execute(
    db,
  )
  try {
    const ticks = rows.map(({ pid }) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
      return Number(fields[11]) + Number(fields[12])
    })
    return ticks.reduce((sum, tick) => sum + tick, 0) / 100
  } catch {
    return undefined
  }
}

async function digestPlaces({ db }: Database): Promise<string> {
  const { rows } = await sql`
    select subject, map, door, parking, visits from learned_places order by subject`.execute(db)
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 12)
}
