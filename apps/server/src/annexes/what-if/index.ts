// Computes what another fleet, other rules or other hours would have cost.
import type { Annex } from '../annexes.ts'
import { mountWhatIfs } from './what-if.http.ts'
import { startWhatIfs } from './what-if.job.ts'
import { cleanUpWhatIfs } from './what-if.ts'

export const whatIf: Annex = {
  name: 'what-if',
  mount: mountWhatIfs,
  work: startWhatIfs,
  cleanUp: cleanUpWhatIfs,
}
