// What the menu of the right mouse button offers for the selected stops.
import { Menu } from '@mantine/core'
import type { Stop } from '@routewright/contract'
import {
  IconArrowBarToDown,
  IconArrowsSplit,
  IconCalendarShare,
  IconInbox,
  IconPinned,
  IconPinnedOff,
  IconQuestionMark,
  IconRoute,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { splitRoute } from '../plan/order-edits.ts'
import { isOpen } from '../plan/plan-data.ts'
import { usePlanData, usePlanStore } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { useEdit } from '../plan/use-edit.ts'
import { useMayPlan } from '../shell/session.ts'
import { RouteMenuItems } from './route-menu-items.tsx'

const idsOf = (stops: readonly Stop[]) => stops.map(({ id }) => id)

export function MenuOfStops({ onMoveDay }: { onMoveDay(stopIds: readonly string[]): void }) {
  const { t } = useTranslation('editor')
  const mayPlan = useMayPlan()
  const actions = useStopActions()
  const { stops } = usePlanData()
  const { stopIds, show } = useSelection()
  const chosen = [...stopIds].flatMap((id) => stops.get(id) ?? [])
  const open = chosen.filter(isOpen)
  const ids = idsOf(open)
  const only = chosen.length === 1 ? chosen[0] : undefined
  const isOff = !mayPlan || ids.length === 0
  return (
    <>
      {only && (
        <Menu.Item leftSection={<IconQuestionMark size={16} />} onClick={() => show('details')}>
          {only.route_id ? t('show_details') : t('why')}
        </Menu.Item>
      )}
      <MoveItems open={open} isOff={isOff} />
      <HoldItems open={open} isOff={isOff} />
      {only?.route_id && <SplitItem stop={only} routeId={only.route_id} isOff={isOff} />}
      <Menu.Item leftSection={<IconCalendarShare size={16} />} disabled={isOff} onClick={() => onMoveDay(ids)}>
        {t('move_day')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconTrash size={16} />}
        color="var(--rw-failed)"
        disabled={isOff}
        onClick={() => void actions.remove(ids)}
      >
        {t('shell:delete')}
      </Menu.Item>
    </>
  )
}

interface ItemsProps {
  /** The selected stops that may still be moved. */
  open: readonly Stop[]
  isOff: boolean
}

/** Onto a route, onto the best one, or off the routes. */
function MoveItems({ open, isOff }: ItemsProps) {
  const { t } = useTranslation('editor')
  const actions = useStopActions()
  const unassigned = open.filter(({ route_id }) => !route_id)
  return (
    <>
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={<IconRoute size={16} />} disabled={isOff}>
            {t('move_to')}
          </Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown mah={380} style={{ overflowY: 'auto' }}>
          <RouteMenuItems onPick={(routeId) => void actions.moveToRoute(idsOf(open), routeId)} />
        </Menu.Sub.Dropdown>
      </Menu.Sub>
      {unassigned.length > 0 && (
        <Menu.Item
          leftSection={<IconArrowBarToDown size={16} />}
          disabled={isOff}
          onClick={() => void actions.insert(idsOf(unassigned))}
        >
          {t('insert_best')}
        </Menu.Item>
      )}
      {unassigned.length < open.length && (
        <Menu.Item
          leftSection={<IconInbox size={16} />}
          disabled={isOff}
          rightSection={<kbd>U</kbd>}
          onClick={() => void actions.unassign(idsOf(open))}
        >
          {t('unassign')}
        </Menu.Item>
      )}
    </>
  )
}

/** Holds stops on their routes when the plan is optimized, or lets them go. */
function HoldItems({ open, isOff }: ItemsProps) {
  const { t } = useTranslation('editor')
  const actions = useStopActions()
  const stopIds = useSelection((state) => state.stopIds)
  const isPinned = usePlanStore((state) => state.editor?.pins.some(({ stop_id }) => stopIds.has(stop_id)))
  const assigned = open.filter(({ route_id }) => route_id)
  return (
    <>
      {assigned.length > 0 && (
        <Menu.Item
          leftSection={<IconPinned size={16} />}
          disabled={isOff}
          rightSection={<kbd>K</kbd>}
          onClick={() => void actions.pin(idsOf(assigned), 'route')}
        >
          {t('pin')}
        </Menu.Item>
      )}
      {isPinned && (
        <Menu.Item
          leftSection={<IconPinnedOff size={16} />}
          disabled={isOff}
          onClick={() => void actions.pin(idsOf(open), null)}
        >
          {t('unpin')}
        </Menu.Item>
      )}
    </>
  )
}

function SplitItem({ stop, routeId, isOff }: { stop: Stop; routeId: string; isOff: boolean }) {
  const { t } = useTranslation('editor')
  const run = useEdit()
  return (
    <Menu.Item
      leftSection={<IconArrowsSplit size={16} />}
      disabled={isOff}
      onClick={() => void run(t('did.split'), (label) => splitRoute(label, routeId, stop.id))}
    >
      {t('split_here')}
    </Menu.Item>
  )
}
