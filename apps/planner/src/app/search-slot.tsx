// Where the search over everything hangs in; it is loaded when it is first opened.
import { useSearchDialog } from '../shell/search-dialog-state.ts'

export function SearchSlot() {
  const { isOpen } = useSearchDialog()
  return isOpen ? null : null
}
