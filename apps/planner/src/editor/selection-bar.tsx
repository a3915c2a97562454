// Over the map while several stops are selected: how many, what they weigh and take, and what can be done with them.
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import type { Stop } from '@routewright/contract'
import {
  IconArrowBarToDown,
  IconInbox,
  IconLock,
  IconPencil,
  IconPrinter,
  IconRoute,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { computeTotals, isOpen } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { IconButton } from '../shell/icon-button.tsx'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { RouteMenuItems } from './route-menu-items.tsx'
import classes from './selection-bar.module.css'

const LabelDialog = lazy(async () => ({ default: (await import('../labels/label-dialog.tsx')).LabelDialog }))
const BulkEditDialog = lazy(async () => ({ default: (await import('./bulk-edit-dialog.tsx')).BulkEditDialog }))

export function SelectionBar() {
  const { t } = useTranslation('editor')
  const { stops } = usePlanData()
  const { stopIds, clear } = useSelection()
  const chosen = useMemo(() => [...stopIds].flatMap((id) => stops.get(id) ?? []), [stopIds, stops])
  if (chosen.length < 2) return null
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('selection')}>
      <Totals stops={chosen} />
      <Actions open={chosen.filter(isOpen)} />
      <Labels stops={chosen} />
      <IconButton icon={IconX} iconSize={18} label={t('clear_selection')} onClick={clear} />
    </div>
  )
}

function Totals({ stops }: { stops: readonly Stop[] }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const { count, weight, volume, serviceSeconds } = computeTotals(stops)
  const details = [
    weight > 0 && formats.weight(weight),
    volume > 0 && formats.volume(volume),
    serviceSeconds > 0 && t('at_stops', { time: formats.duration(serviceSeconds) }),
  ].filter(Boolean)
  return (
    <>
      <span className={classes.count}>{formats.number(count)}</span>
      <span className={classes.text}>
        {t('selected_stops', { count })}
        {details.length > 0 && <span className={classes.details}>{details.join(' · ')}</span>}
      </span>
    </>
  )
}

/** Labels for the parcels of the selected stops. */
function Labels({ stops }: { stops: readonly Stop[] }) {
  const { t } = useTranslation('labels')
  const [isOpened, setOpened] = useState(false)
  return (
    <>
      <IconButton icon={IconPrinter} iconSize={18} label={t('title')} onClick={() => setOpened(true)} />
      {isOpened && (
        <Suspense>
          <LabelDialog selection={{ stop_ids: stops.map(({ id }) => id) }} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}

/** `open` are the stops that may still be moved. */
function Actions({ open }: { open: readonly Stop[] }) {
  const { t } = useTranslation('editor')
  const { moveToRoute, insert, unassign, pin, remove } = useStopActions()
  const [isEditing, setEditing] = useState(false)
  const isOff = !useMayPlan() || open.length === 0
  const ids = open.map(({ id }) => id)
  const idsWhere = (isOnRoute: boolean) =>
    open.filter(({ route_id }) => Boolean(route_id) === isOnRoute).map(({ id }) => id)
  const action = (name: string, icon: ReactNode, run: () => unknown, { key = '', color = '' } = {}) => (
    <Tooltip label={key ? `${name} (${key})` : name}>
      <ActionIcon aria-label={name} disabled={isOff} onClick={() => void run()} {...(color && { color })}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
  return (
    <>
      <Menu position="top" withinPortal>
        <Menu.Target>
          <Button size="compact-md" variant="default" leftSection={<IconRoute size={16} />} disabled={isOff}>
            {t('move_to')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          <RouteMenuItems onPick={(routeId) => moveToRoute(ids, routeId)} />
        </Menu.Dropdown>
      </Menu>
      {action(t('bulk.edit'), <IconPencil size={18} />, () => setEditing(true))}
      {isEditing && (
        <Suspense>
          <BulkEditDialog stopIds={ids} onClose={() => setEditing(false)} />
        </Suspense>
      )}
      {action(t('insert_best'), <IconArrowBarToDown size={18} />, () => insert(idsWhere(false)))}
      {action(t('unassign'), <IconInbox size={18} />, () => unassign(ids), { key: 'U' })}
      {action(t('pin'), <IconLock size={18} />, () => pin(idsWhere(true), 'route'), { key: 'K' })}
      {action(t('shell:delete'), <IconTrash size={18} />, () => remove(ids), { color: 'red' })}
    </>
  )
}
