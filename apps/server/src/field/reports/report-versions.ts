// The rules of corrected and taken-back reports, for other slices: what a report said before is kept, and its stop follows.
export { withdrawReport } from './take-back.ts'
export {
  amendReport,
  type Change,
  findTakenBackReport,
  keepVersion,
  reportOfVersion,
  type Said,
  versionRecords,
} from './versions.ts'
