// How assistants are connected: with a key, or by signing in.
import type { PlannerAnnex } from '../../shell/annex.ts'

export const assistants: PlannerAnnex = {
  name: 'assistants',
  pages: [{ path: '/assistant', load: () => import('./assistant-request-page.tsx'), name: 'AssistantRequestPage' }],
  sections: [
    { at: 'settings.keys', load: () => import('./assistants-section.tsx') },
    { at: 'settings.keys', load: () => import('./connections-section.tsx') },
  ],
}
