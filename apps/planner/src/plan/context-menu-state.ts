// Which context menu is open, and where.
import { create } from 'zustand'

export type ContextMenuAt =
  | { kind: 'stops'; x: number; y: number }
  | { kind: 'route'; x: number; y: number; routeId: string }

export const useContextMenu = create<{ at: ContextMenuAt | undefined }>(() => ({ at: undefined }))

export function openContextMenu(at: ContextMenuAt): void {
  useContextMenu.setState({ at })
}

export function closeContextMenu(): void {
  useContextMenu.setState({ at: undefined })
}
