// The interface of every source of places.
export interface PlaceQuery {
  /** Free text. */
  address: string
  /** Two-letter code of the country that is preferred. */
  countryCode?: string
  /** Where the vehicles start: of places that fit equally well the nearest is taken. */
  near?: readonly { lat: number; lng: number }[]
}

/** A place that was found; texts are absent where the source says nothing. */
export interface FoundPlace {
  /** Degrees. */
  lat: number
  lng: number
  /** 0..1. */
  scoring: number
  partial_match: boolean
  /** Name of a shop, a school … */
  name?: string
  street?: string
  houseNumber?: string
  city?: string
  postalCode?: string
  state?: string
  country?: string
  /** Two capital letters. */
  countryCode?: string
}

/** May cross a network or wait for an index, so it is never asked inside a transaction. Throws GeocoderFailure. */
export interface Geocoder {
  /** The best place of each query, in the order of the queries; undefined where none is to be trusted. */
  find(queries: readonly PlaceQuery[]): Promise<(FoundPlace | undefined)[]>
  /** Places for one query, best first, also doubtful ones: for a person to choose from. */
  suggest(query: PlaceQuery, limit: number): Promise<FoundPlace[]>
  /** The address nearest to a point. */
  nearest(lat: number, lng: number): Promise<FoundPlace | undefined>
}

/** No geocoder is available now; the message tells the caller why. */
export class GeocoderFailure extends Error {}

/** Below this a place is a guess: a driver would go to the wrong house. */
export const MIN_SCORING = 0.5
