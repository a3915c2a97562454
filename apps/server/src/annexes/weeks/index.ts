// Weeks planned as a whole, and the backlog that they are planned from.
import type { Annex } from '../annexes.ts'
import { mountBacklog } from './backlog/backlog.http.ts'
import { startWeeks } from './week.job.ts'
import { mountWeeks } from './weeks.http.ts'
import { cleanUpWeeks } from './weeks.ts'

export const weeks: Annex = {
  name: 'weeks',
  mount(app) {
    mountBacklog(app)
    mountWeeks(app)
  },
  work: startWeeks,
  cleanUp: cleanUpWeeks,
}
