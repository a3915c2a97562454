// The editor's parts at their places: list, map, timeline, drawer, and what floats above them.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type CSSProperties, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { StopList } from '../list/stop-list.tsx'
import { LivePanel } from '../live/live-panel.tsx'
import { useCoveredWidth } from '../plan/drawer-width.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { type EditorMode, useSelection } from '../plan/selection.ts'
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

export function PlanEditor() {
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
  const { t } = useTranslation('editor')
  const isDrawerOpen = useSelection((state) => state.isDrawerOpen)
  const covered = useCoveredWidth()
  const list = useStoredSize('list', 340, [260, 620])
  const timeline = useStoredSize('timeline', 210, [72, 560])
  return (
    <>
      <div className={classes.left} style={{ width: list.size }}>
        {mode === 'live' ? <LivePanel /> : <StopList />}
      </div>
      <Resizer label={t('resize_list')} axis="x" {...list} />
      <div className={classes.centre}>
        <div className={classes.mapArea} style={{ '--covered': `${covered}px` } as CSSProperties}>
          <Suspense fallback={<div className={classes.mapWaiting} />}>
            <PlanMap />
          </Suspense>
          <ProposalBar />
          <SelectionBar />
        </div>
        <Resizer label={t('resize_timeline')} axis="y" {...timeline} />
        <div style={{ height: timeline.size }} className={classes.bottom}>
          <Timeline isLive={mode === 'live'} />
        </div>
      </div>
      {isDrawerOpen && <Drawer />}
    </>
  )
}
