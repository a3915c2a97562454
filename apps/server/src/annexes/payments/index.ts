// Money that drivers collect at the door, by route and by day.
import type { Annex } from '../annexes.ts'
import { mountPayments } from './payments.http.ts'

export const payments: Annex = {
  name: 'payments',
  mount: mountPayments,
}
