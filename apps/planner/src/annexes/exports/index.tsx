// Plans and records as files.
import type { PlannerAnnex } from '../../shell/annex.ts'

export const exports: PlannerAnnex = {
  name: 'exports',
  pages: [{ path: '/plan/$planId/export', load: () => import('./export-page.tsx'), name: 'ExportPage' }],
  sections: [{ at: 'records.file', load: () => import('./record-file.tsx') }],
}
