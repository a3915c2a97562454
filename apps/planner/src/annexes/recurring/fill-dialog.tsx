// Puts the recurring orders of a plan's day into it, and tells what came of each.

import { Alert, Button, Group, List, Modal, Select, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { RecurringFill } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalText } from '../../shell/failure.ts'
import { usePlanTitle } from '../../shell/plan-page.tsx'
import { call } from '../../shell/service.ts'
import { useProject } from '../../shell/session.ts'
import { EmptyPart, Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'

export function FillDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['recurring', 'shell'])
  return (
    <Modal opened onClose={onClose} title={t('fill.title')}>
      <FillForm />
    </Modal>
  )
}

/** With `planId` the plan is chosen already. */
export function FillForm({ planId }: { planId?: string }) {
  const { t } = useTranslation(['recurring', 'shell'])
  const project = useProject()
  const queries = useQueryClient()
  const action = useAction()
  const [chosen, setChosen] = useState(planId ?? null)
  const [result, setResult] = useState<RecurringFill | undefined>()
  const run = () =>
    action.run(async () => {
      setResult(await call(operations.fillPlan, { plan_id: chosen! }, { repeatable: true }))
      await queries.invalidateQueries({ queryKey: ['plans', project.id] })
    })
  return (
    <Stack>
      <Text size="sm">{t('fill.text')}</Text>
      {planId === undefined && (
        <OpenPlanChoice
          chosen={chosen}
          onChange={(value) => {
            setChosen(value)
            setResult(undefined)
          }}
        />
      )}
      <Refusal text={action.failure} />
      {result && <FillResult result={result} />}
      <Group justify="flex-end">
        {result && chosen && planId === undefined ? (
          <Button component={Link} to={`/plan/${chosen}`}>
            {t('fill.open')}
          </Button>
        ) : (
          <Button onClick={run} loading={action.isBusy} disabled={!chosen}>
            {t('fill.run')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

interface OpenPlanChoiceProps {
  chosen: string | null
  onChange(planId: string | null): void
}

function OpenPlanChoice({ chosen, onChange }: OpenPlanChoiceProps) {
  const { t } = useTranslation('recurring')
  const project = useProject()
  const writeTitle = usePlanTitle()
  const { data } = useAnswer(['plans', project.id, 'open'], operations.listPlans, {
    project_id: project.id,
    limit: 100,
    sort: 'execution_date:desc',
  })
  const open = (data?.docs ?? []).filter(({ status }) => status !== 'finished')
  return (
    <Select
      label={t('fill.plan')}
      value={chosen}
      onChange={onChange}
      searchable
      data-autofocus
      nothingFoundMessage={t('fill.no_plans')}
      data={open.map((plan) => ({
        value: plan.id,
        label: writeTitle(plan),
      }))}
    />
  )
}

function FillResult({ result: { orders, created, already_there } }: { result: RecurringFill }) {
  const { t } = useTranslation('recurring')
  if (orders.length === 0) {
    return <EmptyPart text={t('fill.none')} next={{ label: t('fill.to_orders'), to: '/recurring' }} />
  }
  const refused = orders.filter((order) => order.result === 'refused')
  return (
    <Alert color={refused.length > 0 ? 'yellow' : 'green'} role="status">
      {t('fill.created', { count: created })}
      {already_there > 0 && <div>{t('fill.already', { count: already_there })}</div>}
      {refused.length > 0 && (
        <>
          <div>{t('fill.refused')}</div>
          <List size="sm">
            {refused.map(({ recurring_order_id, label, message = '', message_id = '' }) => (
              <List.Item key={recurring_order_id}>
                {label}: {refusalText(message_id, message, t)}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  )
}
