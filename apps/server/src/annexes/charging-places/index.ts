// Places where electric vans charge.
import type { Annex } from '../annexes.ts'
import { mountChargingPlaces } from './charging-places.http.ts'

export const chargingPlaces: Annex = {
  name: 'charging-places',
  mount: mountChargingPlaces,
}
