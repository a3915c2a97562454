// One day of a week plan before and after: it is applied, opened and taken back here.
import { Alert, Badge, Button, Group, Paper, Text, Title } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { WeekDay, WeekItem, WeekPlan } from '@routewright/contract'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../shell/service.ts'
import { useFormats, useMayPlan } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { FiguresOfWeek } from './week-figures.tsx'
import { WeekItems } from './week-items.tsx'
import { isChanged, useTakeWeek } from './week-plans.ts'

export function DayOfWeekPlan({ week, day }: DayProps) {
  const { t } = useTranslation('week')
  const formats = useFormats()
  const { date, applied_at, kept_routes, arriving, leaving, returned } = day
  const together = formats.list(day.together.map((other) => formats.calendarDate(other)))
  return (
    <Paper withBorder p="md" component="section" aria-label={formats.calendarDate(date)}>
      <DayHead week={week} day={day} />
      {together && !applied_at && <Text size="sm">{t('together', { dates: together })}</Text>}
      {isChanged(day) || applied_at ? (
        <FiguresOfWeek before={day.before} after={day.after} />
      ) : (
        <Text size="sm" c="dimmed">
          {day.before.stops > 0 ? t('unchanged', { count: day.before.stops }) : t('empty')}
        </Text>
      )}
      {kept_routes > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('kept_routes', { count: kept_routes })}
        </Text>
      )}
      {returned.length > 0 && (
        <Alert color="yellow" mt="md" role="status">
          {t('returned_text')}
          <WeekItems title={t('returned', { count: returned.length })} items={returned} columns={['name', 'last']} />
        </Alert>
      )}
      <WeekItems
        title={t('arriving', { count: arriving.length })}
        items={arriving.toSorted(byVehicleAndTime)}
        columns={['arrives', 'name', 'vehicle', 'origin', 'last']}
      />
      <WeekItems title={t('leaving', { count: leaving.length })} items={leaving} columns={['name', 'to', 'last']} />
    </Paper>
  )
}

/** Sorts as the day is driven, one vehicle after the other. */
function byVehicleAndTime(a: WeekItem, b: WeekItem): number {
  return (a.vehicle_label ?? '').localeCompare(b.vehicle_label ?? '') || (a.arrives_at ?? 0) - (b.arrives_at ?? 0)
}

interface DayProps {
  week: WeekPlan
  day: WeekDay
}

function DayHead({ week, day }: DayProps) {
  const { t } = useTranslation('week')
  const formats = useFormats()
  const mayPlan = useMayPlan()
  const action = useAction()
  const { plan_id } = day
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Title order={2} size="h5">
            {formats.calendarDate(day.date)}
          </Title>
          {day.applied_at && (
            <Badge color="green" variant="light" tt="none" leftSection={<IconCheck size={12} />}>
              {t('applied')}
            </Badge>
          )}
        </Group>
        <Group gap="xs">
          {plan_id && (
            <Button
              size="compact-md"
              variant="subtle"
              renderRoot={(props) => <Link {...props} to="/plan/$planId" params={{ planId: plan_id }} />}
            >
              {t('open_plan')}
            </Button>
          )}
          {mayPlan && <DayButton week={week} day={day} action={action} />}
        </Group>
      </Group>
      <Refusal text={action.failure} mt="xs" />
    </>
  )
}

/** Applies the day with those that it exchanges stops with, or takes them back. */
function DayButton({ week, day, action }: DayProps & { action: ReturnType<typeof useAction> }) {
  const { t } = useTranslation(['week', 'shell'])
  const formats = useFormats()
  const take = useTakeWeek()
  const input = { week_plan_id: week.id, body: { dates: [day.date, ...day.together] } }
  const date = formats.calendarDate(day.date)
  if (day.applied_at) {
    return (
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconArrowBackUp size={15} />}
        loading={action.isBusy}
        onClick={() => void action.run(async () => take(await call(operations.undoWeekPlan, input)))}
        aria-label={t('undo_day', { date })}
      >
        {t('shell:undo')}
      </Button>
    )
  }
  if (!isChanged(day)) return null
  return (
    <Button
      size="compact-md"
      loading={action.isBusy}
      onClick={() => void action.run(async () => take(await call(operations.applyWeekPlan, input)))}
      aria-label={t('apply_day', { date })}
    >
      {t('apply')}
    </Button>
  )
}
