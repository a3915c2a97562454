// Drivers who sign in on their phone by a code.
import type { Annex } from '../annexes.ts'
import { mountDriverSignIn } from './driver-sign-in.http.ts'
import { cleanUpDriverSignIns } from './driver-sign-in.ts'

export const driverSignIn: Annex = {
  name: 'driver-sign-in',
  mount: mountDriverSignIn,
  cleanUp: cleanUpDriverSignIns,
}
