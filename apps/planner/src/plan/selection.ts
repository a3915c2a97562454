// Selection and open panels of the editor; never saved.
import { create } from 'zustand'

export type DrawerTab = 'details' | 'talk' | 'new-stop' | 'optimize' | 'dispatch' | 'compare'
export type EditorMode = 'edit' | 'live'

interface SelectionState {
  stopIds: ReadonlySet<string>
  /** Where a Shift range begins. */
  anchorId: string | undefined
  /** A route that is open in the drawer. */
  routeId: string | undefined
  /** A route that the map shows in front of all others, whatever is open. */
  shownRouteId: string | undefined
  /** Stop that the next message to its driver is about. */
  talkStopId: string | undefined
  hoveredId: string | undefined
  /** It is the map's own pin that the pointer is on. */
  isHoveredOnMap: boolean
  /** Routes that the map leaves out. */
  hiddenRoutes: ReadonlySet<string>
  /** Route headers that are closed in the list. */
  closedRoutes: ReadonlySet<string>
  filter: string
  tab: DrawerTab
  isDrawerOpen: boolean
  tool: 'pan' | 'lasso'
  select(stopIds: Iterable<string>, anchorId?: string): void
  /** Without their details: whoever works in the table does not want them over it. */
  mark(stopIds: Iterable<string>, anchorId?: string): void
  toggle(stopId: string): void
  openRoute(routeId: string | undefined): void
  /** The messages with the driver of the route; the next one is about the stop. */
  openTalk(routeId: string, stopId?: string): void
  clear(): void
  hover(stopId: string | undefined, isOnMap?: boolean): void
  /** One route in front of the others; where it is that already, all of them alike again. */
  showOnly(routeId: string): void
  showAllRoutes(): void
  toggleHidden(routeId: string): void
  toggleRoute(routeId: string): void
  show(tab: DrawerTab): void
  closeDrawer(): void
  setFilter(filter: string): void
  setTool(tool: 'pan' | 'lasso'): void
  reset(): void
}

const nothing = {
  stopIds: new Set<string>() as ReadonlySet<string>,
  anchorId: undefined,
  routeId: undefined,
  shownRouteId: undefined,
  talkStopId: undefined,
  hoveredId: undefined,
  isHoveredOnMap: false,
  hiddenRoutes: new Set<string>() as ReadonlySet<string>,
  closedRoutes: new Set<string>() as ReadonlySet<string>,
  filter: '',
  tab: 'details' as DrawerTab,
  isDrawerOpen: false,
  tool: 'pan' as const,
}

export const useSelection = create<SelectionState>((set) => ({
  ...nothing,
  select: (stopIds, anchorId) => {
    const ids = new Set(stopIds)
    set((state) => ({
      stopIds: ids,
      anchorId: anchorId ?? [...ids].at(-1),
      routeId: undefined,
      tab: 'details',
      isDrawerOpen: ids.size > 0 || state.isDrawerOpen,
    }))
  },
  mark: (stopIds, anchorId) => {
    const ids = new Set(stopIds)
    set({ stopIds: ids, anchorId: anchorId ?? [...ids].at(-1), routeId: undefined, tab: 'details' })
  },
  toggle: (stopId) =>
    set(({ stopIds }) => ({
      stopIds: toggled(stopIds, stopId),
      anchorId: stopId,
      routeId: undefined,
      tab: 'details',
      isDrawerOpen: true,
    })),
  openRoute: (routeId) =>
    set({
      routeId,
      shownRouteId: undefined,
      stopIds: new Set(),
      tab: 'details',
      isDrawerOpen: routeId !== undefined,
    }),
  openTalk: (routeId, talkStopId) => set({ routeId, talkStopId, stopIds: new Set(), tab: 'talk', isDrawerOpen: true }),
  clear: () =>
    set({
      stopIds: new Set(),
      anchorId: undefined,
      routeId: undefined,
      shownRouteId: undefined,
      isDrawerOpen: false,
    }),
  hover: (hoveredId, isHoveredOnMap = false) => set({ hoveredId, isHoveredOnMap }),
  toggleRoute: (routeId) => set(({ closedRoutes }) => ({ closedRoutes: toggled(closedRoutes, routeId) })),
  showOnly: (routeId) =>
    set(({ shownRouteId, hiddenRoutes }) => ({
      shownRouteId: shownRouteId === routeId ? undefined : routeId,
      hiddenRoutes: new Set([...hiddenRoutes].filter((id) => id !== routeId)),
    })),
  showAllRoutes: () => set({ shownRouteId: undefined, hiddenRoutes: new Set() }),
  toggleHidden: (routeId) => set(({ hiddenRoutes }) => ({ hiddenRoutes: toggled(hiddenRoutes, routeId) })),
  show: (tab) => set({ tab, isDrawerOpen: true }),
  closeDrawer: () => set({ isDrawerOpen: false, tab: 'details' }),
  setFilter: (filter) => set({ filter }),
  setTool: (tool) => set({ tool }),
  reset: () => set(nothing),
}))

/** The route that stands out among the others; undefined while none does. */
export function chosenRoute({ shownRouteId, routeId }: SelectionState): string | undefined {
  return shownRouteId ?? routeId
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const changed = new Set(ids)
  if (!changed.delete(id)) changed.add(id)
  return changed
}
