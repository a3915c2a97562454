// The demo organization, and its day played in minutes.
import type { Annex } from '../annexes.ts'
import { mountDemoOrganization } from './demo-organization/demo-organization.http.ts'
import { mountPlay } from './play/play.http.ts'

export const demo: Annex = {
  name: 'demo',
  mount(app) {
    mountPlay(app)
    mountDemoOrganization(app)
  },
}
