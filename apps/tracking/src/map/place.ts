// A place on the map.

/** Degrees. */
export interface Place {
  lat: number
  lng: number
}
