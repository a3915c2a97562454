// Puts the recurring orders of a plan's day into it, and tells what came of each.
import { Alert, Button, Group, List, Modal, Select, Stack, Text } from '@mantine/core'
import type { RecurringFill } from '@routewright/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../shell/failure.ts'
import { call } from '../shell/service.ts'
import { useFormats, useProject } from '../shell/session.ts'

export function FillDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['recurring', 'shell'])
  return (
    <Modal opened onClose={onClose} closeButtonProps={{ 'aria-label': t('shell:close') }} title={t('fill.title')}>
      <FillForm />
    </Modal>
  )
}

/** With `planId` the plan is chosen already. */
export function FillForm({ planId }: { planId?: string }) {
  const { t } = useTranslation(['recurring', 'records', 'shell'])
  const project = useProject()
  const formats = useFormats()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(planId ?? null)
  const [result, setResult] = useState<RecurringFill | undefined>()
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const plans = useQuery({
    queryKey: ['plans', project.id, 'open'],
    queryFn: ({ signal }) =>
      call('GET /v2/plans', { project_id: project.id, limit: 100, sort: 'execution_date:desc' }, { signal }),
    enabled: planId === undefined,
  })
  const open = (plans.data?.docs ?? []).filter(({ status }) => status !== 'finished')
  const run = async () => {
    setBusy(true)
    setFailure('')
    try {
      setResult(await call('POST /app/v1/plan/{plan_id}/recurring_orders', { plan_id: chosen! }, { repeatable: true }))
      await queries.invalidateQueries({ queryKey: ['plans', project.id] })
    } catch (error) {
      setFailure(failureText(error, t))
    } finally {
      setBusy(false)
    }
  }
  const refused = result?.orders.filter((order) => order.result === 'refused') ?? []
  return (
    <Stack>
      <Text size="sm">{t('fill.text')}</Text>
      {planId === undefined && (
        <Select
          label={t('fill.plan')}
          value={chosen}
          onChange={(value) => {
            setChosen(value)
            setResult(undefined)
          }}
          searchable
          data-autofocus
          nothingFoundMessage={t('fill.no_plans')}
          data={open.map((plan) => ({
            value: plan.id,
            label: [formats.calendarDate(plan.execution_date), plan.label].filter(Boolean).join(' · '),
          }))}
        />
      )}
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      {result && (
        <Alert color={refused.length > 0 ? 'yellow' : 'green'} role="status">
          {t('fill.created', { count: result.created })}
          {result.already_there > 0 && <div>{t('fill.already', { count: result.already_there })}</div>}
          {refused.length > 0 && (
            <>
              <div>{t('fill.refused')}</div>
              <List size="sm">
                {refused.map(({ recurring_order_id, label, message }) => (
                  <List.Item key={recurring_order_id}>
                    {label}: {message}
                  </List.Item>
                ))}
              </List>
            </>
          )}
        </Alert>
      )}
      <Group justify="flex-end">
        {result && chosen && planId === undefined ? (
          <Button component={Link} to={`/plan/${chosen}`}>
            {t('fill.open')}
          </Button>
        ) : (
          <Button onClick={run} loading={isBusy} disabled={!chosen}>
            {t('fill.run')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
