// Messages that are not really sent: the outbox of phones, and the log of a sandbox.
import type { PlannerAnnex } from '../../shell/annex.ts'

export const sandbox: PlannerAnnex = {
  name: 'sandbox',
  pages: [{ path: '/outbox', load: () => import('./outbox-page.tsx'), name: 'OutboxPage' }],
  sections: [{ at: 'settings.organization', load: () => import('./sandbox-log.tsx') }],
}
