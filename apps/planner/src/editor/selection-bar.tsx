// Over the map while several stops are selected: how many, what they weigh and take, and what can be done with them.
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconArrowBarToDown, IconInbox, IconLock, IconRoute, IconTrash, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpen, totalsOf } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { RouteMenuItems } from './route-menu-items.tsx'
import classes from './selection-bar.module.css'

export function SelectionBar() {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const mayPlan = useMayPlan()
  const actions = useStopActions()
  const { stops } = usePlanData()
  const { stopIds, clear } = useSelection()
  const chosen = useMemo(() => [...stopIds].flatMap((id) => stops.get(id) ?? []), [stopIds, stops])
  if (chosen.length < 2) return null
  const totals = totalsOf(chosen)
  const open = chosen.filter(isOpen).map(({ id }) => id)
  const isOff = !mayPlan || open.length === 0
  const details = [
    totals.weight > 0 && formats.weight(totals.weight),
    totals.volume > 0 && formats.volume(totals.volume),
    totals.serviceSeconds > 0 && t('at_stops', { time: formats.duration(totals.serviceSeconds) }),
  ].filter(Boolean)
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('selection')}>
      <span className={classes.count}>{formats.number(totals.count)}</span>
      <span className={classes.text}>
        {t('selected_stops', { count: totals.count })}
        {details.length > 0 && <span className={classes.details}>{details.join(' · ')}</span>}
      </span>
      <Menu position="top" withinPortal>
        <Menu.Target>
          <Button size="compact-md" variant="default" leftSection={<IconRoute size={16} />} disabled={isOff}>
            {t('move_to')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          <RouteMenuItems onPick={(routeId) => void actions.moveToRoute(open, routeId)} />
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={t('insert_best')}>
        <ActionIcon
          aria-label={t('insert_best')}
          disabled={isOff}
          onClick={() => void actions.insert(open.filter((id) => !stops.get(id)?.route_id))}
        >
          <IconArrowBarToDown size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`${t('unassign')} (U)`}>
        <ActionIcon aria-label={t('unassign')} disabled={isOff} onClick={() => void actions.unassign(open)}>
          <IconInbox size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`${t('pin')} (K)`}>
        <ActionIcon
          aria-label={t('pin')}
          disabled={isOff}
          onClick={() =>
            void actions.pin(
              open.filter((id) => stops.get(id)?.route_id),
              'route',
            )
          }
        >
          <IconLock size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('shell:delete')}>
        <ActionIcon
          aria-label={t('shell:delete')}
          color="red"
          disabled={isOff}
          onClick={() => void actions.remove(open)}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Tooltip>
      <ActionIcon aria-label={t('clear_selection')} onClick={clear}>
        <IconX size={18} />
      </ActionIcon>
    </div>
  )
}
