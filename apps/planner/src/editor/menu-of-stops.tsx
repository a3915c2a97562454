// The context menu of the selected stops.
import { Menu } from '@mantine/core'
import type { Stop } from '@routewright/contract'
import {
  IconArrowBarToDown,
  IconArrowsSplit,
  IconCalendarShare,
  IconHourglass,
  IconInbox,
  IconPinned,
  IconPinnedOff,
  IconPrinter,
  IconQuestionMark,
  IconRoute,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAskFirst } from '../plan/asked-edit.ts'
import { usePlanStarts } from '../plan/asked-reach.ts'
import { splitting } from '../plan/order-edits.ts'
import { isOpen, mayWait } from '../plan/plan-data.ts'
import { usePlanData, usePlanStore } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { MenuEntry } from '../shell/menu-entry.tsx'
import { Sections } from '../shell/sections.tsx'
import { useMayPlan } from '../shell/session.ts'
import { ReachEntry } from './reach-entry.tsx'
import { RouteMenuItems } from './route-menu-items.tsx'

const listIds = (stops: readonly Stop[]) => stops.map(({ id }) => id)

interface MenuProps {
  onMoveDay(stopIds: readonly string[]): void
  onLabels(stopIds: readonly string[]): void
}

export function MenuOfStops({ onMoveDay, onLabels }: MenuProps) {
  const { t } = useTranslation(['editor', 'labels'])
  const mayPlan = useMayPlan()
  const actions = useStopActions()
  const { stops } = usePlanData()
  const { stopIds, show } = useSelection()
  const chosen = [...stopIds].flatMap((id) => stops.get(id) ?? [])
  const open = chosen.filter(isOpen)
  const ids = listIds(open)
  const only = chosen.length === 1 ? chosen[0] : undefined
  const isOff = !mayPlan || ids.length === 0
  const starts = usePlanStarts()
  return (
    <>
      {only && (
        <MenuEntry
          icon={IconQuestionMark}
          text={only.route_id ? t('show_details') : t('why')}
          onClick={() => show('details')}
        />
      )}
      {only && <ReachEntry start={starts.ofStop(only)} />}
      <MoveItems open={open} isOff={isOff} />
      <HoldItems open={open} isOff={isOff} />
      {only?.route_id && <SplitItem stop={only} routeId={only.route_id} isOff={isOff} />}
      <DayItems chosen={chosen} open={open} isOff={isOff} onMoveDay={onMoveDay} />
      <MenuEntry icon={IconPrinter} text={t('labels:open')} onClick={() => onLabels(listIds(chosen))} />
      <Menu.Divider />
      <MenuEntry
        icon={IconTrash}
        text={t('shell:delete')}
        isDanger
        isOff={isOff}
        onClick={() => void actions.remove(ids)}
      />
    </>
  )
}

interface ItemsProps {
  /** The selected stops that may still be moved. */
  open: readonly Stop[]
  isOff: boolean
}

interface DayItemsProps extends ItemsProps {
  chosen: readonly Stop[]
  onMoveDay(stopIds: readonly string[]): void
}

/** Another time, another day, or none for now. */
function DayItems({ chosen, open, isOff, onMoveDay }: DayItemsProps) {
  const { t } = useTranslation('editor')
  const mayPlan = useMayPlan()
  const actions = useStopActions()
  const only = chosen.length === 1 ? chosen[0] : undefined
  const waiting = listIds(chosen.filter(mayWait))
  return (
    <>
      {only && <Sections at="stop.menu" stop={only} />}
      <MenuEntry icon={IconCalendarShare} text={t('move_day')} isOff={isOff} onClick={() => onMoveDay(listIds(open))} />
      <MenuEntry
        icon={IconHourglass}
        text={t('to_backlog')}
        isOff={!mayPlan || waiting.length === 0}
        onClick={() => void actions.toBacklog(waiting)}
      />
    </>
  )
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
          <RouteMenuItems onPick={(routeId) => actions.moveToRoute(listIds(open), routeId)} />
        </Menu.Sub.Dropdown>
      </Menu.Sub>
      {unassigned.length > 0 && (
        <MenuEntry
          icon={IconArrowBarToDown}
          text={t('insert_best')}
          isOff={isOff}
          onClick={() => actions.insert(listIds(unassigned))}
        />
      )}
      {unassigned.length < open.length && (
        <MenuEntry
          icon={IconInbox}
          text={t('unassign')}
          keys="U"
          isOff={isOff}
          onClick={() => actions.unassign(listIds(open))}
        />
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
        <MenuEntry
          icon={IconPinned}
          text={t('pin')}
          keys="K"
          isOff={isOff}
          onClick={() => void actions.pin(listIds(assigned), 'route')}
        />
      )}
      {isPinned && (
        <MenuEntry
          icon={IconPinnedOff}
          text={t('unpin')}
          isOff={isOff}
          onClick={() => void actions.pin(listIds(open), null)}
        />
      )}
    </>
  )
}

function SplitItem({ stop, routeId, isOff }: { stop: Stop; routeId: string; isOff: boolean }) {
  const { t } = useTranslation('editor')
  const ask = useAskFirst()
  return (
    <MenuEntry
      icon={IconArrowsSplit}
      text={t('split_here')}
      isOff={isOff}
      onClick={() => ask('split', {}, splitting(routeId, stop.id))}
    />
  )
}
