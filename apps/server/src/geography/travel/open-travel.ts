// Where this process takes its travel times from: a routing server, the roads of the extracts, or straight lines.
import type { Config, RoutingType } from '../../frame/platform/config.ts'
import type { Log } from '../../frame/platform/log.ts'
import type { FoundRoads, RoadClass } from '../extracts/road-classes.ts'
import type { Roads } from '../extracts/road-parts.ts'
import { createCachedTravel } from './cached-travel.ts'
import type { LegSource } from './leg-source.ts'
import { osrmProtocol } from './osrm.ts'
import { createRoadSource } from './road-source.ts'
import { createServerSource, type RoutingProtocol } from './routing-server.ts'
import { straightLines } from './straight-lines.ts'
import {
  findCurb,
  getMode,
  type Travel,
  type TravelClass,
  TravelError,
  type TravelMode,
  type TravelProvider,
  wantsMixes,
} from './travel.ts'
import { valhallaProtocol } from './valhalla.ts'

export interface TravelSettings {
  config: Pick<Config, 'routingUrl' | 'routingType' | 'travelCacheMegabytes'>
  roads: {
    /** The graphs for a vehicle, once they are ready; the same array every time. */
    find(roadClass: RoadClass): FoundRoads
    /** Waits until the vehicle's own graphs are there. Throws why they cannot be had. */
    open(roadClass: RoadClass): Promise<void>
  }
  log: Log
}

const protocols: Record<RoutingType, (travelClass: TravelClass) => RoutingProtocol> = {
  osrm: (travelClass) => osrmProtocol(getMode(travelClass), findCurb(travelClass) === 'always'),
  valhalla: valhallaProtocol,
}

/** The source that is configured. Nothing has to be closed: the roads themselves are the caller's. */
export function openTravel(settings: TravelSettings): Travel {
  const { routingUrl } = settings.config
  return routingUrl ? openServerTravel(settings, routingUrl) : openRoadTravel(settings)
}

/** Ways to ask one routing server: kinds of vehicles, and the periods of their days. */
const mostServerSources = 500

function openServerTravel({ config, log }: TravelSettings, url: string): Travel {
  const sources = new Map<string, LegSource>()
  const findSource = (travelClass: TravelClass) => {
    // Vehicles that differ in their day alone are one to a routing server; Valhalla can be asked for a moment, OSRM cannot.
    const vehicle = typeof travelClass === 'string' ? { mode: travelClass, needs: {} } : travelClass
    const { mode, needs, curb, departsAt } = vehicle
    const isTimed = departsAt !== undefined && config.routingType === 'valhalla'
    const kind = { mode, needs, ...(curb && { curb }), ...(isTimed && { departsAt }) }
    const key = config.routingType === 'osrm' ? `${mode} ${curb === 'always'}` : JSON.stringify(kind)
    const source = sources.get(key) ?? createServerSource({ url, protocol: protocols[config.routingType](kind) })
    // Days go by: the moments asked for longest ago are the first to go, and what was remembered of them with them.
    if (isTimed) sources.delete(key)
    sources.set(key, source)
    if (sources.size > mostServerSources) sources.delete(sources.keys().next().value!)
    return source
  }
  const travel = createCachedTravel({
    name: `routing server (${config.routingType})`,
    isLocal: false,
    findSource,
    maxBytes: config.travelCacheMegabytes * 2 ** 20,
  })
  log.info({ host: new URL(url).host, type: config.routingType }, 'travel times come from a routing server')
  return { best: travel.provider, local: travel.known }
}

/** How often at most the log tells of places outside the map. */
const outsideNoticeMilliseconds = 60_000

function openRoadTravel({ config, log, roads: classes }: TravelSettings): Travel {
  const sources = new WeakMap<readonly Roads[], Map<string, LegSource>>()
  let lastNotice = Number.NEGATIVE_INFINITY
  const noticeOutside = (mode: TravelMode) => (places: number) => {
    if (performance.now() - lastNotice < outsideNoticeMilliseconds) return
    lastNotice = performance.now()
    log.warn({ places, mode }, 'places outside the map: their travel times are straight lines')
  }
  const findSource = (travelClass: TravelClass) => {
    const { roads } = classes.find(getRoadClass(travelClass))
    if (!roads) return undefined
    const mode = getMode(travelClass)
    const options = { curb: findCurb(travelClass), withMixes: wantsMixes(travelClass) }
    const [ofRoads, kind] = [sources.get(roads) ?? new Map<string, LegSource>(), `${options.curb} ${options.withMixes}`]
    const source = ofRoads.get(kind) ?? createRoadSource(roads, mode, noticeOutside(mode), options)
    sources.set(roads, ofRoads.set(kind, source))
    return source
  }
  const travel = createCachedTravel({
    name: 'roads',
    isLocal: true,
    findSource,
    maxBytes: config.travelCacheMegabytes * 2 ** 20,
  })
  return {
    best: behindOpening(travel.provider, classes),
    local: orStraightLines(markingStandIns(travel.provider, classes), log),
  }
}

function getRoadClass(travelClass: TravelClass): RoadClass {
  return typeof travelClass === 'string' ? { mode: travelClass, needs: {} } : travelClass
}

/** Jobs wait until the roads of a vehicle are open. */
function behindOpening(travel: TravelProvider, classes: TravelSettings['roads']): TravelProvider {
  const opened = async (travelClass: TravelClass, signal: AbortSignal | undefined) => {
    try {
      await classes.open(getRoadClass(travelClass))
    } catch (error) {
      throw new TravelError(`there are no roads for such a vehicle (${(error as Error).message})`, { cause: error })
    }
    signal?.throwIfAborted()
  }
  return {
    ...travel,
    async matrix(points, travelClass, options) {
      await opened(travelClass, options?.signal)
      return travel.matrix(points, travelClass, options)
    },
    async path(points, travelClass, options) {
      await opened(travelClass, options?.signal)
      return travel.path(points, travelClass, options)
    },
    async row(from, to, travelClass, options) {
      await opened(travelClass, options?.signal)
      return travel.row(from, to, travelClass, options)
    },
    async table(from, to, travelClass, options) {
      await opened(travelClass, options?.signal)
      return travel.table(from, to, travelClass, options)
    },
    async reach(from, times, travelClass, options) {
      await opened(travelClass, options?.signal)
      return travel.reach(from, times, travelClass, options)
    },
  }
}

/** Rules do not wait: until the roads of a vehicle are open, those of its mode stand in. */
function markingStandIns(travel: TravelProvider, classes: TravelSettings['roads']): TravelProvider {
  return {
    ...travel,
    async path(points, travelClass, options) {
      const { isStandIn } = classes.find(getRoadClass(travelClass))
      const path = await travel.path(points, travelClass, options)
      return isStandIn ? { ...path, isStandIn } : path
    },
  }
}

/** For rules, which must come to an end: when the road engine fails, a dispatcher can still move a stop, by straight lines. */
function orStraightLines(travel: TravelProvider, log: Log): TravelProvider {
  const instead = async <T>(ask: () => Promise<T>, straight: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof TravelError)) throw error
      log.error({ err: error }, 'travel times of a rule are straight lines')
      return straight()
    }
  }
  return {
    ...travel,
    matrix: (...query) =>
      instead(
        () => travel.matrix(...query),
        () => straightLines.matrix(...query),
      ),
    path: (...query) =>
      instead(
        () => travel.path(...query),
        async () => ({ ...(await straightLines.path(...query)), isOffRoads: false, isStandIn: true }),
      ),
    table: (...query) =>
      instead(
        () => travel.table(...query),
        () => straightLines.table(...query),
      ),
    track: (...query) =>
      instead(
        () => travel.track(...query),
        () => straightLines.track(...query),
      ),
  }
}
