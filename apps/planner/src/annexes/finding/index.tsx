// The search over everything.
import type { PlannerAnnex } from '../../shell/annex.ts'
import { useSearchDialog } from '../../shell/search-dialog-state.ts'

export const finding: PlannerAnnex = {
  name: 'finding',
  dialogs: [
    {
      useIsOpen: () => useSearchDialog(({ isOpen }) => isOpen),
      load: () => import('./search-dialog.tsx'),
    },
  ],
}
