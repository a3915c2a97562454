// What can be done with a plan without opening it.
import { ActionIcon, Menu } from '@mantine/core'
import type { Plan } from '@routewright/contract'
import { IconCopy, IconDots, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDuplicatePlan } from '../plan/listed-plans.ts'
import { failureText } from '../shell/failure.ts'
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
        <ActionIcon aria-label={t('actions_of', { name: plan.label || t('unnamed') })} loading={duplicate.isPending}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copy()} disabled={!mayPlan}>
          {t('duplicate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={16} />}
          color="var(--rw-failed)"
          onClick={() => remove(plan)}
          disabled={!mayPlan || plan.status === 'in_progress'}
        >
          {t('shell:delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
