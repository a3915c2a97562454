// Actions on a plan without opening it.
import { Menu } from '@mantine/core'
import type { Plan } from '@routewright/contract'
import { IconCopy, IconDots, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDuplicatePlan } from '../plan/listed-plans.ts'
import { failureText } from '../shell/failure.ts'
import { IconButton } from '../shell/icon-button.tsx'
import { MenuEntry } from '../shell/menu-entry.tsx'
import { noteFailure } from '../shell/notices.tsx'
import { useMayPlan } from '../shell/session.ts'
import { useDeletePlan } from './plan-queries.ts'

export function PlanMenu({ plan }: { plan: Plan }) {
  const { t } = useTranslation('plans')
  const mayPlan = useMayPlan()
  const navigate = useNavigate()
  const duplicate = useDuplicatePlan(plan.project_id)
  const remove = useDeletePlan(plan.project_id)
  const copy = async () => {
    try {
      const { id } = await duplicate.mutateAsync({ planId: plan.id })
      await navigate({ to: '/plan/$planId', params: { planId: id } })
    } catch (error) {
      noteFailure(t('duplicate_failed'), failureText(error, t))
    }
  }
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <IconButton
          icon={IconDots}
          iconSize={18}
          label={t('actions_of', { name: plan.label || t('unnamed') })}
          loading={duplicate.isPending}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuEntry icon={IconCopy} text={t('duplicate')} isOff={!mayPlan} onClick={() => void copy()} />
        <MenuEntry
          icon={IconTrash}
          text={t('shell:delete')}
          isDanger
          isOff={!mayPlan || plan.status === 'in_progress'}
          onClick={() => remove(plan)}
        />
      </Menu.Dropdown>
    </Menu>
  )
}
