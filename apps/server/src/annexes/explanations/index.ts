// Explains plans, and simulates them on days with random events.
import type { Annex } from '../annexes.ts'
import { mountReasons } from './reasons/reasons.http.ts'
import { mountRisk } from './risk/risk.http.ts'

export const explanations: Annex = {
  name: 'explanations',
  mount(app) {
    mountRisk(app)
    mountReasons(app)
  },
}
