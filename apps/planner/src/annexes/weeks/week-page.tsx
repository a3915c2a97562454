// "Plan the week": the search while it runs, then every day before and after, applied by days or as a whole.
import { Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { ServiceError } from '@routewright/client/service'
import type { WeekPlan } from '@routewright/contract'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import { call } from '../../shell/service.ts'
import { useFormats, useMayPlan } from '../../shell/session.ts'
import { Empty, EmptyPart, Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { DayOfWeekPlan } from './week-day.tsx'
import { FiguresOfWeek, sumOfFigures } from './week-figures.tsx'
import { WeekItems } from './week-items.tsx'
import { isChanged, isSearched, useLastWeek, useTakeWeek, useWeekPlan } from './week-plans.ts'

const PlanWeekDialog = lazy(async () => ({ default: (await import('./plan-week-dialog.tsx')).PlanWeekDialog }))

export function WeekPlanPage() {
  const { t } = useTranslation('week')
  const { weekPlanId } = useParams({ strict: false }) as { weekPlanId: string }
  const [isPlanning, setPlanning] = useState(false)
  const query = useWeekPlan(weekPlanId)
  const week = query.data
  const isGone = query.error instanceof ServiceError && query.error.status === 404
  return (
    <Page title={t('title')} text={t('text')} actions={<Actions week={week} onPlan={() => setPlanning(true)} />}>
      {isGone ? (
        <Empty title={t('gone')} text={t('gone_text')} next={{ label: t('to_backlog'), to: '/backlog' }} />
      ) : (
        <Loaded query={query} rows={4} rowHeight={120}>
          {(loaded) => <WeekBody week={loaded} onPlan={() => setPlanning(true)} />}
        </Loaded>
      )}
      {isPlanning && (
        <Suspense>
          <PlanWeekDialog
            {...(week && { start: { from: week.from_on, days: week.days, stability: week.stability } })}
            onClose={() => setPlanning(false)}
          />
        </Suspense>
      )}
    </Page>
  )
}

interface WeekProps {
  week: WeekPlan
  onPlan(): void
}

function Actions({ week, onPlan }: { week: WeekPlan | undefined; onPlan(): void }) {
  const { t } = useTranslation('week')
  const mayPlan = useMayPlan()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} />}
        renderRoot={(props) => <Link {...props} to="/backlog" />}
      >
        {t('to_backlog')}
      </Button>
      {mayPlan && week && !isSearched(week) && (
        <>
          <ThrowAway week={week} />
          <Button variant="default" onClick={onPlan}>
            {t('anew')}
          </Button>
        </>
      )}
    </>
  )
}

/** Throws away the proposal; days that were applied stay. */
function ThrowAway({ week, isCancel = false }: { week: WeekPlan; isCancel?: boolean }) {
  const { t } = useTranslation(['week', 'shell'])
  const navigate = useNavigate()
  const action = useAction()
  const [, setLastWeek] = useLastWeek()
  const discard = () =>
    action.run(async () => {
      await call(operations.discardWeekPlan, { week_plan_id: week.id })
      setLastWeek(null)
      await navigate({ to: '/backlog' })
    })
  return (
    <>
      <Button variant="default" loading={action.isBusy} onClick={() => void discard()}>
        {isCancel ? t('shell:cancel') : t('discard')}
      </Button>
      <Refusal text={action.failure} />
    </>
  )
}

function WeekBody({ week, onPlan }: WeekProps) {
  const { t } = useTranslation('week')
  if (isSearched(week)) return <Searching week={week} />
  if (week.state === 'failed') {
    return (
      <Alert color="red" role="alert" title={t('failed')}>
        <Text size="sm">{week.reason}</Text>
        <Button mt="sm" size="xs" variant="default" onClick={onPlan}>
          {t('anew')}
        </Button>
      </Alert>
    )
  }
  return <Proposed week={week} />
}

function Searching({ week }: { week: WeekPlan }) {
  const { t } = useTranslation('week')
  const formats = useFormats()
  const mayPlan = useMayPlan()
  return (
    <Paper withBorder p="lg" maw={560}>
      <Text role="status">{week.state === 'waiting' ? t('waiting') : t('searching')}</Text>
      <Progress.Root size="lg" my="md">
        <Progress.Section value={week.percent} aria-label={t('progress')} />
      </Progress.Root>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {formats.percent(week.percent / 100)}
        </Text>
        {mayPlan && <ThrowAway week={week} isCancel />}
      </Group>
    </Paper>
  )
}

function Proposed({ week }: { week: WeekPlan }) {
  const { t } = useTranslation('week')
  const { proposed = [], left = [] } = week
  if (left.length === 0 && !proposed.some((day) => isChanged(day) || day.applied_at)) {
    return <EmptyPart text={t('nothing')} next={{ label: t('to_backlog'), to: '/backlog' }} />
  }
  return (
    <Stack>
      <Whole week={week} />
      {proposed.map((day) => (
        <DayOfWeekPlan key={day.date} week={week} day={day} />
      ))}
      {left.length > 0 && (
        <Paper withBorder p="md">
          <WeekItems title={t('left', { count: left.length })} items={left} columns={['name', 'reason', 'last']} />
        </Paper>
      )}
    </Stack>
  )
}

/** All days together, and all applied at once. */
function Whole({ week }: { week: WeekPlan }) {
  const { t } = useTranslation('week')
  const mayPlan = useMayPlan()
  const action = useAction()
  const take = useTakeWeek()
  const { proposed = [], left = [] } = week
  const dates = proposed.filter((day) => !day.applied_at && isChanged(day)).map(({ date }) => date)
  const placed = proposed.flatMap(({ arriving }) => arriving).filter(({ kind }) => kind !== 'moved').length
  const moved = proposed.flatMap(({ arriving }) => arriving).filter(({ kind }) => kind === 'moved').length
  const parts = [
    t('placed', { count: placed }),
    moved > 0 && t('moved', { count: moved }),
    left.length > 0 && t('without_day', { count: left.length }),
  ]
  const apply = () =>
    action.run(async () => take(await call(operations.applyWeekPlan, { week_plan_id: week.id, body: { dates } })))
  return (
    <Paper withBorder p="md" component="section" aria-label={t('whole')}>
      <Group justify="space-between">
        <Text fw={600} role="status">
          {parts.filter(Boolean).join(' · ')}
        </Text>
        {mayPlan && dates.length > 0 && (
          <Button loading={action.isBusy} onClick={() => void apply()}>
            {t('apply_all', { count: dates.length })}
          </Button>
        )}
      </Group>
      <Refusal text={action.failure} mt="xs" />
      <FiguresOfWeek
        before={sumOfFigures(proposed.map(({ before }) => before))}
        after={sumOfFigures(proposed.map(({ after }) => after))}
      />
    </Paper>
  )
}
