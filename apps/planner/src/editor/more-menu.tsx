// What else can be done with the plan: fill it, copy it, compare it, close its day.
import { ActionIcon, Menu } from '@mantine/core'
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
import { addRoutes } from '../plan/commands.ts'
import { useDuplicatePlan } from '../plan/listed-plans.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useCommand } from '../shell/commands.ts'
import { failureText } from '../shell/failure.ts'
import { noteFailure } from '../shell/notices.tsx'
import { useMayPlan } from '../shell/session.ts'

const NewRouteDialog = lazy(async () => ({ default: (await import('./new-route-dialog.tsx')).NewRouteDialog }))
const ClosePlanDialog = lazy(async () => ({ default: (await import('./close-plan-dialog.tsx')).ClosePlanDialog }))

export function MoreMenu() {
  const { t } = useTranslation('editor')
  const mayPlan = useMayPlan()
  const { plan } = usePlanData()
  const [dialog, setDialog] = useState<'route' | 'close'>()
  const isOff = !mayPlan || plan.status === 'finished'
  const close = () => setDialog(undefined)
  useCommand(addRoutes, () => setDialog('route'))
  return (
    <>
      <Menu position="bottom-end" width={250}>
        <Menu.Target>
          <ActionIcon aria-label={t('shell:more')} size="lg">
            <IconDots size={19} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <FillItems planId={plan.id} isOff={isOff} />
          <Menu.Divider />
          <CopyItems />
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconFlagCheck size={16} />}
            disabled={isOff || plan.status === 'draft'}
            onClick={() => setDialog('close')}
          >
            {t('close_day')}
          </Menu.Item>
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
      <Menu.Item
        leftSection={<IconMapPinPlus size={16} />}
        rightSection={<kbd>S</kbd>}
        disabled={isOff}
        onClick={() => useSelection.getState().show('new-stop')}
      >
        {t('new_stop')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconRoute2 size={16} />}
        rightSection={<kbd>R</kbd>}
        disabled={isOff}
        onClick={addRoutes.give}
      >
        {t('new_route')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileImport size={16} />} disabled={isOff} onClick={() => goTo('import')}>
        {t('import')}
      </Menu.Item>
      <Menu.Item leftSection={<IconRepeat size={16} />} disabled={isOff} onClick={() => goTo('recurring')}>
        {t('add_recurring')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileExport size={16} />} onClick={() => goTo('export')}>
        {t('export')}
      </Menu.Item>
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
      <Menu.Item leftSection={<IconCopy size={16} />} disabled={!mayPlan} onClick={() => void copy()}>
        {t('what_if')}
      </Menu.Item>
      <Menu.Item leftSection={<IconGitCompare size={16} />} onClick={() => useSelection.getState().show('compare')}>
        {t('compare')}
      </Menu.Item>
    </>
  )
}
