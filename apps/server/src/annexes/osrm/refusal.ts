// Refusals in the form of OSRM: a code that programs know, and a sentence.

/** The codes that OSRM documents. */
export type OsrmCode =
  | 'InvalidUrl'
  | 'InvalidService'
  | 'InvalidVersion'
  | 'InvalidOptions'
  | 'InvalidQuery'
  | 'InvalidValue'
  | 'NoSegment'
  | 'TooBig'
  | 'DisabledDataset'
  | 'NoRoute'
  | 'NoTable'
  | 'NoMatch'
  | 'NoTrips'
  | 'NotImplemented'

export class OsrmRefusal extends Error {
  readonly code: OsrmCode

  constructor(code: OsrmCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Names the part of the address that could not be read, with the characters around it. */
export function malformedUrl(url: string, position: number): OsrmRefusal {
  const around = url.slice(Math.max(0, position - 3), position + 3)
  return new OsrmRefusal('InvalidUrl', `URL string malformed close to position ${position}: "${around}"`)
}

/** `position` counts from the beginning of the address. */
export function malformedQuery(position: number, reason?: string): OsrmRefusal {
  const why = reason === undefined ? '' : `: ${reason}`
  return new OsrmRefusal('InvalidQuery', `Query string malformed close to position ${position}${why}`)
}

export function tooBig(what: string, found: number, most: number): OsrmRefusal {
  return new OsrmRefusal('TooBig', `${what} ${found} is higher than current maximum (${most})`)
}

export function notImplemented(reason: string): OsrmRefusal {
  return new OsrmRefusal('NotImplemented', reason)
}
