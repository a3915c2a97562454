// The day at a glance: its plans, its figures, and what somebody should look at.
import type { Annex } from '../annexes.ts'
import { mountToday } from './today.http.ts'

export const today: Annex = {
  name: 'today',
  mount: mountToday,
}
