// Which context menu is open, and where; the editor shows it.
import { create } from 'zustand'
import { useSelection } from './selection.ts'

type ContextMenuAt = { x: number; y: number } & (
  | { kind: 'stops' }
  | { kind: 'route'; routeId: string }
  | { kind: 'depot'; depot: DepotPlace }
)

interface DepotPlace {
  lat: number
  lng: number
  /** Its address. */
  label: string
}

/** A press of the right mouse button, in a window or in a component. */
type MenuPress = Pick<MouseEvent, 'clientX' | 'clientY' | 'preventDefault'>

export const useContextMenu = create<{ at: ContextMenuAt | undefined }>(() => ({ at: undefined }))

/** For all selected stops; one that is not among them is selected instead. */
export function openStopMenu(press: MenuPress, stopId: string): void {
  press.preventDefault()
  const { stopIds, select } = useSelection.getState()
  if (!stopIds.has(stopId)) select([stopId])
  useContextMenu.setState({ at: { kind: 'stops', x: press.clientX, y: press.clientY } })
}

export function openRouteMenu(press: MenuPress, routeId: string): void {
  press.preventDefault()
  useContextMenu.setState({ at: { kind: 'route', x: press.clientX, y: press.clientY, routeId } })
}

export function openDepotMenu(press: MenuPress, depot: DepotPlace): void {
  press.preventDefault()
  useContextMenu.setState({ at: { kind: 'depot', x: press.clientX, y: press.clientY, depot } })
}

export function closeContextMenu(): void {
  useContextMenu.setState({ at: undefined })
}
