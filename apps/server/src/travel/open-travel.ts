// Where this process takes its travel times from: a routing server, the roads of the extracts, or straight lines.
import type { ProfileName } from '@routewright/roads'
import type { Config, RoutingType } from '../config.ts'
import type { Roads } from '../extracts/road-parts.ts'
import type { Log } from '../platform/log.ts'
import { createCachedTravel } from './cached-travel.ts'
import type { LegSource } from './leg-source.ts'
import { osrmProtocol } from './osrm.ts'
import { createRoadSource } from './road-source.ts'
import { createServerSource, type RoutingProtocol } from './routing-server.ts'
import { straightLines } from './straight-lines.ts'
import { type Travel, TravelError, type TravelMode, type TravelProvider } from './travel.ts'
import { valhallaProtocol } from './valhalla.ts'

export interface TravelSettings {
  config: Pick<Config, 'routingUrl' | 'routingType' | 'travelCacheMegabytes'>
  /** The graphs of a mode, once they are ready; the same array every time. */
  findRoads(mode: ProfileName): readonly Roads[] | undefined
  log: Log
}

const protocols: Record<RoutingType, (mode: TravelMode) => RoutingProtocol> = {
  osrm: osrmProtocol,
  valhalla: valhallaProtocol,
}

/** The source that is configured. Nothing has to be closed: the roads themselves are the caller's. */
export function openTravel(settings: TravelSettings): Travel {
  const { routingUrl } = settings.config
  return routingUrl ? openServerTravel(settings, routingUrl) : openRoadTravel(settings)
}

function openServerTravel({ config, log }: TravelSettings, url: string): Travel {
  const sources = new Map<TravelMode, LegSource>()
  const findSource = (mode: TravelMode) => {
    const source = sources.get(mode) ?? createServerSource({ url, protocol: protocols[config.routingType](mode) })
    sources.set(mode, source)
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

function openRoadTravel({ config, log, findRoads }: TravelSettings): Travel {
  const sources = new WeakMap<readonly Roads[], LegSource>()
  let lastNotice = Number.NEGATIVE_INFINITY
  const noticeOutside = (mode: TravelMode) => (places: number) => {
    if (performance.now() - lastNotice < outsideNoticeMilliseconds) return
    lastNotice = performance.now()
    log.warn({ places, mode }, 'places outside the map: their travel times are straight lines')
  }
  const findSource = (mode: TravelMode) => {
    const roads = findRoads(mode)
    if (!roads) return undefined
    const source = sources.get(roads) ?? createRoadSource(roads, mode, noticeOutside(mode))
    sources.set(roads, source)
    return source
  }
  const travel = createCachedTravel({
    name: 'roads',
    isLocal: true,
    findSource,
    maxBytes: config.travelCacheMegabytes * 2 ** 20,
  })
  return { best: travel.provider, local: orStraightLines(travel.provider, log) }
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
        async () => ({ ...(await straightLines.path(...query)), isStandIn: true }),
      ),
    track: (...query) =>
      instead(
        () => travel.track(...query),
        () => straightLines.track(...query),
      ),
  }
}
