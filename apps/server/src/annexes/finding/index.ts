// One search over everything.
import type { Annex } from '../annexes.ts'
import { mountFinding } from './finding.http.ts'

export const finding: Annex = {
  name: 'finding',
  mount: mountFinding,
}
