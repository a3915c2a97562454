// Where the search over everything hangs in; it is loaded when it is first opened.
import { lazy, Suspense } from 'react'
import { useSearchDialog } from '../shell/search-dialog-state.ts'

const SearchDialog = lazy(async () => ({ default: (await import('../search/search-dialog.tsx')).SearchDialog }))

export function SearchSlot() {
  const { isOpen } = useSearchDialog()
  return isOpen ? (
    <Suspense>
      <SearchDialog />
    </Suspense>
  ) : null
}
