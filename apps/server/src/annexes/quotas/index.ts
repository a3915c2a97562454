// Limits on what an organization uses up.
import type { Annex } from '../annexes.ts'
import { mountQuotas } from './quotas.http.ts'
import { countUses } from './quotas.ts'

export const quotas: Annex = {
  name: 'quotas',
  mount: mountQuotas,
  choosePorts: ({ quotas: defaults }) => (defaults ? countUses(defaults) : {}),
}
