// The roads of a scenario's extract: waits until the service has them, and opens them for its judges.
import { join } from 'node:path'
import { openRoadService } from '@routewright/roads'
import { createCachedTravel } from '../../src/geography/travel/cached-travel.ts'
import { createRoadSource } from '../../src/geography/travel/road-source.ts'
import type { TravelProvider } from '../../src/geography/travel/travel.ts'
import type { ServiceProcess } from './service-process.ts'

export interface DayRoads {
  /** Number of edges in the graph. */
  edges: number
  /** Travel times on the same roads as the service's. */
  travel: TravelProvider
  close(): Promise<void>
}

/** Opens the roads that the service has, once it has them. */
export async function openDayRoads(service: ServiceProcess, extract: string, dataDirectory: string): Promise<DayRoads> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const { state, reason } = (await service.call('GET', '/health')).expect(200).roads.car
    if (state === 'ready') break
    if (state === 'failed' || Date.now() > deadline) throw new Error(`The service has no roads: ${state} ${reason}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const roads = await openRoadService([extract], { profile: 'car', cacheDir: join(dataDirectory, 'map'), threads: 1 })
  const source = createRoadSource([roads], 'car', () => {})
  const { provider } = createCachedTravel({
    name: 'roads',
    isLocal: true,
    findSource: (mode) => (mode === 'car' ? source : undefined),
    maxBytes: 2 ** 24,
  })
  return {
    edges: roads.facts.edgeCount,
    travel: provider,
    close: () => roads.close(),
  }
}
