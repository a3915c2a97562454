// Figures of past days, and the weekly mail about them.
import type { Annex } from '../annexes.ts'
import { mountAnalytics } from './analytics.http.ts'
import { startPlanFigures } from './plan-figures.job.ts'
import { mountWeeklyMail } from './weekly-mail/weekly-mail.http.ts'
import { startWeeklyMail } from './weekly-mail/weekly-mail.job.ts'

export const analytics: Annex = {
  name: 'analytics',
  mount(app) {
    mountAnalytics(app)
    mountWeeklyMail(app)
  },
  async work(services) {
    await startPlanFigures(services)
    await startWeeklyMail(services)
  },
}
