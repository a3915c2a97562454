// The rules of corrected and taken-back reports, for other slices: earlier versions are kept, and the stop follows.
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
