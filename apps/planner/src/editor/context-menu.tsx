// The menu of the right mouse button, for stops and for routes.
import { Menu } from '@mantine/core'
import type { LabelSelection } from '@routewright/contract'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlanStarts } from '../plan/asked-reach.ts'
import { closeContextMenu, useContextMenu } from '../plan/context-menu.ts'
import { MenuOfRoute } from './menu-of-route.tsx'
import { MenuOfStops } from './menu-of-stops.tsx'
import { MoveDayDialog } from './move-day-dialog.tsx'
import { ReachEntry } from './reach-entry.tsx'

const LabelDialog = lazy(async () => ({ default: (await import('../labels/label-dialog.tsx')).LabelDialog }))

/** The menu opens beside a point: an invisible button that stands there. */
const anchorStyle = { position: 'fixed', width: 1, height: 1, opacity: 0, padding: 0, border: 0 } as const

export function ContextMenu() {
  const { t } = useTranslation('editor')
  const { at } = useContextMenu()
  const starts = usePlanStarts()
  const [movedIds, setMovedIds] = useState<readonly string[]>()
  const [labelled, setLabelled] = useState<LabelSelection>()
  return (
    <>
      {at && (
        <Menu opened onClose={closeContextMenu} position="bottom-start" offset={0} width={240} withinPortal returnFocus>
          <Menu.Target>
            <button
              type="button"
              tabIndex={-1}
              aria-label={t('shell:more')}
              style={{ ...anchorStyle, left: at.x, top: at.y }}
            />
          </Menu.Target>
          <Menu.Dropdown>
            {at.kind === 'stops' && (
              <MenuOfStops onMoveDay={setMovedIds} onLabels={(ids) => setLabelled({ stop_ids: [...ids] })} />
            )}
            {at.kind === 'route' && (
              <MenuOfRoute routeId={at.routeId} onLabels={() => setLabelled({ route_id: at.routeId })} />
            )}
            {at.kind === 'depot' && <ReachEntry start={starts.ofDepot(at.depot)} />}
          </Menu.Dropdown>
        </Menu>
      )}
      {labelled && (
        <Suspense>
          <LabelDialog selection={labelled} onClose={() => setLabelled(undefined)} />
        </Suspense>
      )}
      {movedIds && <MoveDayDialog stopIds={movedIds} onClose={() => setMovedIds(undefined)} />}
    </>
  )
}
