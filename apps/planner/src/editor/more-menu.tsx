// Further actions on the plan: fill it, copy it, compare it, close its day.
import { Menu } from '@mantine/core'
import {
  IconCopy,
  IconDots,
  IconFileExport,
  IconFileImport,
  IconFlagCheck,
  IconGitCompare,
  IconMapPinPlus,
  IconRepeat,
  IconRoute2,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfferedStarts } from '../plan/asked-reach.ts'
import { addRoutes } from '../plan/commands.ts'
import { useDuplicatePlan } from '../plan/listed-plans.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useCommand } from '../shell/commands.ts'
import { failureText } from '../shell/failure.ts'
import { IconButton } from '../shell/icon-button.tsx'
import { MenuEntry } from '../shell/menu-entry.tsx'
import { noteFailure } from '../shell/notices.tsx'
import { useMayPlan } from '../shell/session.ts'

import { ReachEntry } from './reach-entry.tsx'

const NewRouteDialog = lazy(async () => ({ default: (await import('./new-route-dialog.tsx')).NewRouteDialog }))
const ClosePlanDialog = lazy(async () => ({ default: (await import('./close-plan-dialog.tsx')).ClosePlanDialog }))

export function MoreMenu() {
  const { t } = useTranslation('editor')
  const mayPlan = useMayPlan()
  const { plan } = usePlanData()
  const [dialog, setDialog] = useState<'route' | 'close'>()
  const isOff = !mayPlan || plan.status === 'finished'
  const close = () => setDialog(undefined)
  const [start] = useOfferedStarts()
  useCommand(addRoutes, () => setDialog('route'))
  return (
    <>
      <Menu position="bottom-end" width={250}>
        <Menu.Target>
          <IconButton icon={IconDots} iconSize={19} label={t('shell:more')} size="lg" />
        </Menu.Target>
        <Menu.Dropdown>
          <FillItems planId={plan.id} isOff={isOff} />
          <Menu.Divider />
          <CopyItems />
          <ReachEntry start={start} />
          <Menu.Divider />
          <MenuEntry
            icon={IconFlagCheck}
            text={t('close_day')}
            isOff={isOff || plan.status === 'draft'}
            onClick={() => setDialog('close')}
          />
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'route' && <NewRouteDialog onClose={close} />}
        {dialog === 'close' && <ClosePlanDialog onClose={close} />}
      </Suspense>
    </>
  )
}

/** How stops and routes come into the plan, and how they leave it as a file. */
function FillItems({ planId, isOff }: { planId: string; isOff: boolean }) {
  const { t } = useTranslation('editor')
  const navigate = useNavigate()
  const goTo = (part: 'import' | 'export' | 'recurring') => void navigate({ href: `/plan/${planId}/${part}` })
  return (
    <>
      <MenuEntry
        icon={IconMapPinPlus}
        text={t('new_stop')}
        keys="S"
        isOff={isOff}
        onClick={() => useSelection.getState().show('new-stop')}
      />
      <MenuEntry icon={IconRoute2} text={t('new_route')} keys="R" isOff={isOff} onClick={addRoutes.give} />
      <MenuEntry icon={IconFileImport} text={t('import')} isOff={isOff} onClick={() => goTo('import')} />
      <MenuEntry icon={IconRepeat} text={t('add_recurring')} isOff={isOff} onClick={() => goTo('recurring')} />
      <MenuEntry icon={IconFileExport} text={t('export')} onClick={() => goTo('export')} />
    </>
  )
}

/** A copy to try things out on, and the copies side by side. */
function CopyItems() {
  const { t } = useTranslation('editor')
  const mayPlan = useMayPlan()
  const { plan } = usePlanData()
  const navigate = useNavigate()
  const duplicate = useDuplicatePlan(plan.project_id)
  const copy = async () => {
    try {
      const { id } = await duplicate.mutateAsync({ planId: plan.id })
      await navigate({ to: '/plan/$planId', params: { planId: id } })
    } catch (error) {
      noteFailure(t('plans:duplicate_failed'), failureText(error, t))
    }
  }
  return (
    <>
      <MenuEntry icon={IconCopy} text={t('what_if')} isOff={!mayPlan} onClick={() => void copy()} />
      <MenuEntry icon={IconGitCompare} text={t('compare')} onClick={() => useSelection.getState().show('compare')} />
    </>
  )
}
