// The first stops: for which day, and by which of the ways that the planner has.
import { Anchor, TextInput } from '@mantine/core'
import { getAddress } from '@routewright/client/exchange'
import * as operations from '@routewright/client/operations'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exampleStop, WaysToFill } from '../editor/ways-to-fill.tsx'
import { organizationNow } from '../shell/clock.ts'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
import { useAction } from '../shell/use-action.ts'
import classes from './start.module.css'
import { StepFoot } from './step-foot.tsx'
import type { StepProps } from './step-props.ts'

const DAY_MS = 86_400_000

export function StopsStep({ project, start, onDone }: StepProps) {
  const { t } = useTranslation('start')
  const { plan } = start.facts
  const formats = useFormats()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const action = useAction()
  const [day, setDay] = useState(() => formats.dayKey(organizationNow() + DAY_MS))
  const inPlan = (open: (planId: string) => Promise<void>) =>
    void action.run(async () => {
      if (plan) return open(plan.id)
      const { id } = await call(operations.createPlan, { project_id: project.id, body: { execution_date: day } })
      await queries.invalidateQueries({ queryKey: ['plans', project.id] })
      await open(id)
    })
  const stop = exampleStop(project.settings.depot)
  return (
    <>
      {plan ? (
        <p className={classes.text}>
          {t('stops.plan')}{' '}
          <Anchor component={Link} to={`/plan/${plan.id}`} size="sm" underline="always">
            {t('stops.look')}
          </Anchor>
        </p>
      ) : (
        <TextInput
          label={t('stops.day')}
          type="date"
          required
          w={220}
          mb="md"
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      )}
      <WaysToFill
        isBusy={action.isBusy}
        onImport={() => inPlan((planId) => navigate({ to: '/plan/$planId/import', params: { planId } }))}
        onType={() =>
          inPlan((planId) => navigate({ to: '/plan/$planId', params: { planId }, search: { show: 'new-stop' } }))
        }
        example={
          plan
            ? { address: getAddress(operations.createStops, { plan_id: plan.id }), body: [stop] }
            : {
                address: getAddress(operations.createPlan, { project_id: project.id }),
                body: { execution_date: day, stops: [stop] },
              }
        }
      />
      <StepFoot project={project} step="stops" failure={action.failure} onDone={onDone} />
    </>
  )
}
