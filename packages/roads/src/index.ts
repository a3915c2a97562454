// Public API of this package.

export type { AddressFacts } from './addresses/address-index.ts'
export { type AddressService, openAddressService } from './addresses/address-service.ts'
export { findCountry } from './addresses/countries.ts'
export { editDistance } from './addresses/edit-distance.ts'
export type { NearestAddress } from './addresses/nearest-address.ts'
export type { AddressQuery } from './addresses/query-words.ts'
export type { AddressHit } from './addresses/search-addresses.ts'
export { namesBox } from './addresses/units.ts'
export type { BuildProgress, BuildStage } from './engine/build-image.ts'
export { buildRoads } from './engine/build-roads.ts'
export type { RoadOptions } from './engine/open-image.ts'
export { RoadGraph } from './engine/road-graph.ts'
export { RoadsError, type RoadsErrorCode } from './foundation/errors.ts'
export { decodePolyline } from './foundation/geo.ts'
export { differentHours, USUAL_DAY } from './graph/hours.ts'
export type { Cover, TravelDay } from './graph/opening-hours.ts'
export { PROFILE_NAMES, type ProfileName } from './graph/profiles.ts'
export type { Avoidable, VehicleNeeds, VehicleSize } from './graph/vehicle-needs.ts'
export type { RoadFacts } from './image/image.ts'
export { foldWords } from './names/fold.ts'
export { isShortFor } from './names/short-forms.ts'
export { type Bounds, type Extract, hashFile, openExtract, type ReadOptions } from './pbf/extract.ts'
export type { ExtractVisitor, MemberType, RelationMember, Tags } from './pbf/primitive-block.ts'
export { SHIPPED_EXTRACT } from './pbf/shipped-extract.ts'
export type { DrivenPart, LinePoint, MeetingRoad } from './places/driven-way.ts'
export type {
  DriveLeg,
  RoadDrive,
  RoadLeg,
  RoadMatrix,
  RoadPath,
  RoadPoint,
  RoadSnap,
  RoadTrace,
  TracedPoint,
  TrackLeg,
  TrackPosition,
} from './places/road-point.ts'
export { DEFAULT_CURB_METERS } from './places/snapping.ts'
export type { Reach, ReachArea } from './reach/reach-search.ts'
export {
  type MatrixOptions,
  openRoadService,
  type QueryOptions,
  RoadService,
  type RoadServiceOptions,
} from './service/road-service.ts'
export { ATTRIBUTION, MAX_TILE_ZOOM } from './tiles/build-tiles.ts'
export { openTiles, openWorldTiles, type TileArchive } from './tiles/open-tiles.ts'
export {
  createTileReader,
  TILE_UNITS,
  type TileFeature,
  type TileLayers,
  type TileReader,
} from './tiles/read-tiles.ts'
export { getMix, MIX_SHARES, ROAD_GROUPS, type RoadGroup } from './traffic/road-mix.ts'
export { TYPICAL_WEEK } from './traffic/typical-week.ts'
export {
  arrivalBy,
  type DayTraffic,
  dayTraffic,
  HOURS_OF_WEEK,
  LEAST_FACTOR,
  MOST_FACTOR,
  type WeekTraffic,
} from './traffic/week-traffic.ts'
