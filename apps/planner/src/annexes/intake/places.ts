// Places of rows: given, found, corrected, or none.

export interface Place {
  lat: number
  lng: number
  label?: string
  scoring?: number
  partial_match?: boolean
  /** When somebody put this address right. */
  corrected_at?: string
}

/** No place was found, or the place cannot be driven to. */
export type NoPlace = 'missing' | 'box'

/**
 * How a row came to its place: given, put right by somebody earlier, found surely or doubtfully, not found, or nothing to look
 * for; or a place that cannot be meant, far from all others.
 */
export type PlaceState =
  | 'given'
  | 'corrected'
  | 'sure'
  | 'doubtful'
  | NoPlace
  | 'unknown'
  | 'none'
  | 'swapped'
  | 'null'
  | 'far'
