// Personal data: shown, erased, deleted in time.
import type { Annex } from '../annexes.ts'
import { mountPrivacy } from './privacy.http.ts'
import { startRetention } from './retention.job.ts'

export const privacy: Annex = {
  name: 'privacy',
  mount: mountPrivacy,
  work: startRetention,
}
