// Which source of places this process asks.
import type { Config } from '../../frame/platform/config.ts'
import type { MapData } from '../extracts/map-data.ts'
import { createEmbeddedGeocoder } from './embedded.ts'
import type { Geocoder } from './geocoder.ts'
import { nominatim } from './nominatim.ts'
import { pelias } from './pelias.ts'
import { photon } from './photon.ts'
import { createRemoteGeocoder } from './remote.ts'
import { withWrittenPoints } from './written-points.ts'

const PROTOCOLS = { nominatim, photon, pelias } as const

/** The source that the settings name: another server, else the addresses of the extract, else none. Written coordinates need none. */
export function chooseGeocoder(config: Config, mapData: MapData): Geocoder {
  const isRemote = config.geocoderUrl !== undefined && config.geocoderUrl !== ''
  const remote = () => createRemoteGeocoder(config.geocoderUrl!, PROTOCOLS[config.geocoderType])
  return withWrittenPoints(isRemote ? remote() : createEmbeddedGeocoder(mapData))
}
