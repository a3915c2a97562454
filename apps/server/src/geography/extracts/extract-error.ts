// Why an extract cannot be had, in words that say what to do.
export class ExtractError extends Error {
  /** unknown: no such region; unreachable: the source does not respond; unusable: the download is no extract. */
  readonly kind: 'unknown' | 'unreachable' | 'unusable'

  constructor(kind: ExtractError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
