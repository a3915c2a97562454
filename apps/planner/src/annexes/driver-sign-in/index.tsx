// How drivers sign in to their app.
import type { PlannerAnnex } from '../../shell/annex.ts'

export const driverSignIn: PlannerAnnex = {
  name: 'driver-sign-in',
  sections: [{ at: 'driver.form', load: () => import('./driver-sign-in.tsx') }],
}
