// What other packages may use of this one.

export { RoadsError, type RoadsErrorCode } from './errors.ts'
export { type Bounds, type Extract, hashFile, openExtract, type ReadOptions } from './pbf/extract.ts'
export type { ExtractVisitor, MemberType, RelationMember, Tags } from './pbf/primitive-block.ts'
