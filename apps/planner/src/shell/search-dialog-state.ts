// Whether the search over everything (Ctrl/Cmd+K) is open; the dialog itself belongs to search/.
import { create } from 'zustand'

interface SearchDialogState {
  isOpen: boolean
  open(): void
  close(): void
}

export const useSearchDialog = create<SearchDialogState>((set) => ({
  isOpen: false,
  open: () => set({ isOpen: true }),
  close: () => set({ isOpen: false }),
}))
