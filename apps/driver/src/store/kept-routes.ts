// Routes as the phone keeps them. A reading of 180 stops takes a slow phone a tenth of a second to read or write, so readings are written
// once each, and the page remembers those that it has seen.
import type { DriverRoute } from '@routewright/contract'
import { database, type KeptRoute, type RouteState } from './database.ts'
import { newId } from './new-id.ts'

/** Readings by their ids; more than two of a route, and that of another one, nobody looks at. */
const remembered = new Map<string, DriverRoute>()
const MOST_REMEMBERED = 6

/** The route with its readings; undefined when the phone does not have it whole. */
export async function findKeptRoute(routeId: string): Promise<KeptRoute | undefined> {
  // Between the two looks another tab may have replaced the reading.
  return (await readKeptRoute(routeId)) ?? readKeptRoute(routeId)
}

/** Awaits the database alone, because subscribers of a query miss what it reads after any other wait. */
async function readKeptRoute(routeId: string): Promise<KeptRoute | undefined> {
  const kept = await database.routes.get(routeId)
  if (!kept) return undefined
  const { reading, incoming, ...state } = kept
  const missing = [reading, ...(incoming ? [incoming.reading] : [])].filter((id) => !remembered.has(id))
  if (missing.length > 0) {
    for (const found of await database.readings.bulkGet(missing)) if (found) remember(found.id, found.route)
  }
  const route = remembered.get(reading)
  const newer = incoming && remembered.get(incoming.reading)
  if (!route || (incoming && !newer)) return undefined
  return { ...state, route, ...(incoming && newer && { incoming: { route: newer, read_at: incoming.read_at } }) }
}

function remember(id: string, route: DriverRoute): void {
  remembered.set(id, route)
  const [oldest] = remembered.keys()
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
}

/** Keeps a route that the phone does not have yet. */
export async function addKeptRoute({ route, ...kept }: Omit<KeptRoute, 'incoming'>): Promise<void> {
  await database.routes.put({ ...kept, reading: await addReading(kept.route_id, route) })
}

/** The reading becomes the route; an earlier one that waited goes. */
export async function replaceReading(routeId: string, route: DriverRoute, read_at: number): Promise<void> {
  const before = await database.routes.get(routeId)
  const reading = await addReading(routeId, route)
  await database.routes.update(routeId, { reading, read_at, incoming: undefined } as object)
  await forgetReadings(before)
}

/** Stores the driver's own sequence of stops; a waiting reading stays. */
export async function reorderReading(routeId: string, route: DriverRoute): Promise<void> {
  const before = await database.routes.get(routeId)
  await database.routes.update(routeId, { reading: await addReading(routeId, route) })
  if (before) await database.readings.delete(before.reading)
}

/** Stores a newer reading next to the route. */
export async function setIncoming(routeId: string, route: DriverRoute, read_at: number): Promise<void> {
  const before = await database.routes.get(routeId)
  await database.routes.update(routeId, { incoming: { reading: await addReading(routeId, route), read_at } })
  if (before?.incoming) await database.readings.delete(before.incoming.reading)
}

async function addReading(route_id: string, route: DriverRoute): Promise<string> {
  const id = newId()
  await database.readings.add({ id, route_id, route })
  remember(id, route)
  return id
}

async function forgetReadings(state: RouteState | undefined): Promise<void> {
  if (!state) return
  await database.readings.bulkDelete([state.reading, ...(state.incoming ? [state.incoming.reading] : [])])
}
