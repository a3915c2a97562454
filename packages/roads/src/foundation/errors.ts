// The one error class of this package: every refusal carries a code a program can switch on and a sentence a person can act on.

export type RoadsErrorCode =
  | 'file_not_found'
  | 'file_empty'
  | 'file_not_pbf'
  | 'file_truncated'
  | 'file_corrupt'
  | 'file_unsupported'
  | 'no_roads'
  | 'invalid_point'
  | 'invalid_profile'
  | 'aborted'
  | 'closed'
  | 'worker_failed'

/** An error of this package. `message` says what is wrong, with which file or point, and where. */
export class RoadsError extends Error {
  readonly code: RoadsErrorCode

  constructor(code: RoadsErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'RoadsError'
    this.code = code
  }
}
