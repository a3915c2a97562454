// The editor's parts at their places: list, map, timeline, drawer, and what floats above them.
import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type CSSProperties, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StopList } from '../list/stop-list.tsx'
import { LivePanel } from '../live/live-panel.tsx'
import { useAskedReach } from '../plan/asked-reach.ts'
import { useCoveredWidth } from '../plan/drawer-width.ts'
import { useEditorView, useIsNarrow } from '../plan/editor-view.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { type EditorMode, useSelection } from '../plan/selection.ts'
import type { SectionPlace } from '../shell/annex.ts'
import { useNoticePlace } from '../shell/notice-place.ts'
import { Sections, useLoadedSections } from '../shell/sections.tsx'
import { Timeline } from '../timeline/timeline.tsx'
import { ContextMenu } from './context-menu.tsx'
import { DragBadge } from './drag-badge.tsx'
import { Drawer } from './drawer.tsx'
import { EditorBar } from './editor-bar.tsx'
import { useEditorKeys } from './editor-keys.ts'
import { EffectDialog } from './effect-dialog.tsx'
import { EmptyPlan } from './empty-plan.tsx'
import { KeySheet } from './key-sheet.tsx'
import classes from './plan-editor.module.css'
import { ProposalBar } from './proposal-bar.tsx'
import { Resizer, useStoredSize } from './resizer.tsx'
import { SelectionBar } from './selection-bar.tsx'

// Fetched while the plan is still being read.
const planMap = import('../map/plan-map.tsx')
const PlanMap = lazy(async () => ({ default: (await planMap).PlanMap }))
const StopTable = lazy(async () => ({ default: (await import('../list/stop-table.tsx')).StopTable }))

/** Sections that are here before the editor is shown. */
export const sectionsOfEditor: readonly SectionPlace[] = [
  'plan',
  'timeline',
  'stop.why',
  'stop.buttons',
  'stop.times',
  'stop.messages',
  'stop.menu',
  'stop.remedies',
  'stop.new',
  'route.head',
  'route.state',
  'route.ask',
  'route.write',
]

export function PlanEditor() {
  useLoadedSections(sectionsOfEditor)
  const data = usePlanData()
  const [mode, setMode] = useEditorMode()
  useEditorKeys({ mode, setMode })
  const isEmpty = data.stops.size === 0 && data.routes.length === 0
  return (
    <div className={classes.editor}>
      <EditorBar mode={mode} onMode={setMode} />
      <div className={classes.parts}>{isEmpty && mode === 'edit' ? <EmptyPlan /> : <Parts mode={mode} />}</div>
      <ContextMenu />
      <DragBadge />
      <EffectDialog />
      <KeySheet />
      <Sections at="plan" />
    </div>
  )
}

/** Stands in the address, so that a running day can be kept as a bookmark. */
function useEditorMode(): [EditorMode, (mode: EditorMode) => void] {
  const { plan } = usePlanData()
  const { mode } = useSearch({ strict: false }) as { mode?: EditorMode }
  const navigate = useNavigate()
  const setMode = (next: EditorMode) =>
    void navigate({
      to: '/plan/$planId',
      params: { planId: plan.id },
      search: next === 'live' ? { mode: next } : {},
      replace: true,
    })
  return [mode === 'live' ? 'live' : 'edit', setMode]
}

function Parts({ mode }: { mode: EditorMode }) {
  const isNarrow = useIsNarrow()
  const isDrawerOpen = useSelection((state) => state.isDrawerOpen)
  return (
    <>
      {isNarrow ? <NarrowParts mode={mode} /> : <WideParts mode={mode} />}
      {isDrawerOpen && <Drawer />}
    </>
  )
}

/** All views side by side. The table has all that the list has, and takes its place; in Live the exceptions stay. */
function WideParts({ mode }: { mode: EditorMode }) {
  const { t } = useTranslation('editor')
  const { view, setView } = useEditorView()
  useMapForReach(() => setView('map'))
  const list = useStoredSize('list', 340, [260, 620])
  const timeline = useStoredSize('timeline', 210, [72, 560])
  const isTable = view === 'table'
  return (
    <>
      {(mode === 'live' || !isTable) && (
        <>
          <div className={classes.left} style={{ width: list.size }}>
            {mode === 'live' ? <LivePanel /> : <StopList />}
          </div>
          <Resizer label={t('resize_list')} axis="x" {...list} />
        </>
      )}
      <div className={classes.centre}>
        <Middle>{isTable ? <StopTable /> : <PlanMap />}</Middle>
        <Resizer label={t('resize_timeline')} axis="y" {...timeline} />
        <div style={{ height: timeline.size }} className={classes.bottom}>
          <Timeline isLive={mode === 'live'} />
        </div>
      </div>
    </>
  )
}

const panes = ['list', 'map', 'table', 'timeline'] as const

/** One view at a time: on a phone, or where everything is read at twice its size. */
function NarrowParts({ mode }: { mode: EditorMode }) {
  const { t } = useTranslation('editor')
  const [pane, setPane] = useState<(typeof panes)[number]>('list')
  useMapForReach(() => {
    setPane('map')
    // It would lie over the map.
    useSelection.getState().closeDrawer()
  })
  const words = {
    list: t(mode === 'live' ? 'mode_live' : 'stops'),
    map: t('map'),
    table: t('table'),
    timeline: t('timeline'),
  }
  return (
    <div className={classes.centre}>
      <SegmentedControl
        fullWidth
        size="sm"
        className={classes.panes}
        aria-label={t('views')}
        value={pane}
        onChange={(value) => setPane(value as typeof pane)}
        data={panes.map((value) => ({ value, label: words[value] }))}
      />
      <Middle>
        {pane === 'list' && (mode === 'live' ? <LivePanel /> : <StopList />)}
        {pane === 'map' && <PlanMap />}
        {pane === 'table' && <StopTable />}
        {pane === 'timeline' && <Timeline isLive={mode === 'live'} />}
      </Middle>
    </div>
  )
}

/** Shows the map when its reach within some minutes is asked for. */
function useMapForReach(showMap: () => void): void {
  const start = useAskedReach((state) => state.start)
  const latest = useRef(showMap)
  latest.current = showMap
  useEffect(() => {
    if (start) latest.current()
  }, [start])
}

/** A view, and what floats above it. */
function Middle({ children }: { children: ReactNode }) {
  const covered = useCoveredWidth()
  const part = useNoticePlace(useIsNarrow() ? undefined : covered)
  return (
    <div ref={part} className={classes.mapArea} style={{ '--covered': `${covered}px` } as CSSProperties}>
      <Suspense fallback={<div className={classes.mapWaiting} />}>{children}</Suspense>
      <ProposalBar />
      <SelectionBar />
    </div>
  )
}
