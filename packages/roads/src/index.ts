// What other packages may use of this one.

export { RoadsError, type RoadsErrorCode } from './errors.ts'
export { decodePolyline } from './geo.ts'
export { PROFILE_NAMES, type ProfileName, type TruckSize } from './graph/profiles.ts'
export { type Bounds, type Extract, hashFile, openExtract, type ReadOptions } from './pbf/extract.ts'
export type { ExtractVisitor, MemberType, RelationMember, Tags } from './pbf/primitive-block.ts'
export { RoadGraph, type RoadLeg, type RoadMatrix, type RoadPath, type RoadPoint, type RoadSnap } from './road-graph.ts'
