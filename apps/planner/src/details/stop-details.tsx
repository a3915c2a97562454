// One stop in the drawer: when it is served, why not, its fields, and what drivers reported.
import { Button, Group } from '@mantine/core'
import type { CustomFieldDefinition, Stop } from '@routewright/contract'
import { stopLook } from '@routewright/ui/status'
import { IconAlertTriangle, IconExternalLink, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StopMessages } from '../live/stop-messages.tsx'
import { lastReport, lateSeconds, stopAddress, stopName } from '../plan/plan-data.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { warningText } from '../plan/warnings.ts'
import classes from '../shell/panel.module.css'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { StatusChip } from '../shell/status-chip.tsx'
import { useStopFields } from '../shell/stop-fields.ts'
import { StopForm } from './stop-form.tsx'
import { StopReports } from './stop-reports.tsx'
import { StopWhy } from './stop-why.tsx'

export function StopDetails({ stop }: { stop: Stop }) {
  const { t } = useTranslation('editor')
  const mayPlan = useMayPlan()
  const [isEditing, setEditing] = useState(false)
  const isFlagged = stop.optimization_warnings.length > 0
  return (
    <>
      <header className={`${classes.part} ${classes.head}`}>
        <h2 className={classes.title}>{stopName(stop)}</h2>
        <div className={classes.dim}>{stopAddress(stop) || t('no_address')}</div>
        <Group gap={8} mt={8}>
          <StatusChip look={stopLook(stop.status, lateSeconds(stop) > 0)} />
          {stop.fixed_id && <span className={classes.dim}>#{stop.fixed_id}</span>}
          {stop.external_id && <span className={classes.dim}>{stop.external_id}</span>}
        </Group>
      </header>
      {isFlagged && (
        <section className={classes.part} aria-label={t('warnings')}>
          {stop.optimization_warnings.map((warning) => (
            <div key={warning.code + warning.message} className={classes.warning}>
              <IconAlertTriangle size={16} />
              <span>
                {warningText(warning, t)}
                <br />
                <span className={classes.dim}>{warning.message}</span>
              </span>
            </div>
          ))}
        </section>
      )}
      {(isFlagged || !stop.route_id) && stop.status === 'pending' && <StopWhy stop={stop} />}
      {isEditing ? <StopForm stop={stop} onClose={() => setEditing(false)} /> : <StopFacts stop={stop} />}
      {!isEditing && (
        <Group className={classes.part} gap="xs">
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconPencil size={15} />}
            disabled={!mayPlan || stop.status !== 'pending'}
            onClick={() => setEditing(true)}
          >
            {t('edit')}
          </Button>
          <Button
            size="compact-md"
            variant="subtle"
            component="a"
            href={stop.tracking_url}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink size={15} />}
          >
            {t('tracking_page')}
          </Button>
        </Group>
      )}
      <StopReports reports={stop.reports} />
      <StopMessages stop={stop} />
    </>
  )
}

function StopFacts({ stop }: { stop: Stop }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const { routes } = usePlanData()
  const route = routes.find(({ id }) => id === stop.route_id)
  const { estimated_arrival_time: estimated } = stop
  const report = lastReport(stop)
  const late = lateSeconds(stop, usePlanMidnight())
  const delay = late > 0 ? ` (${formats.durationChange(late)})` : ''
  const done = report && formats.clock(report.created_at) + delay
  const rows: [string, string | undefined][] = [
    [t('route'), route ? `${route.label ?? ''} · ${(stop.order ?? 0) + 1}` : t('unassigned')],
    [
      t('arrival'),
      route && stop.planned_arrival_time !== undefined ? formats.timeOfDay(stop.planned_arrival_time) : undefined,
    ],
    done ? [t('done_at'), done] : [t('expected'), estimated && formats.clock(estimated)],
    [t('windows'), formats.timeWindows(stop.time_windows) || undefined],
    [t('service_time'), stop.duration === undefined ? undefined : formats.duration(stop.duration)],
    [t('weight'), stop.weight === undefined ? undefined : formats.weight(stop.weight)],
    [t('volume'), stop.volume === undefined ? undefined : formats.volume(stop.volume)],
    [t('skills'), stop.requires.join(', ') || undefined],
    [t('parcels'), stop.packages.length > 0 ? stop.packages.map(({ identifier }) => identifier).join(', ') : undefined],
    [t('phone'), stop.phone],
    [t('email'), stop.email],
    [t('person'), stop.reference_person],
    [t('door'), stop.location_details],
    [t('comments'), stop.comments],
    [t('customer_words'), stop.customer_text_field],
    [t('tasks'), stop.tasks.map(({ label, barcode }) => label ?? barcode).join(', ') || undefined],
    ...customFacts(stop, useStopFields()),
  ]
  return (
    <section className={classes.part}>
      <dl className={classes.facts}>
        {rows.map(
          ([name, value]) =>
            value && (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{name}</dt>
                <dd style={{ overflowWrap: 'anywhere' }}>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

/** Custom fields by the names that the project gave them. */
function customFacts(stop: Stop, definitions: readonly CustomFieldDefinition[]): [string, string | undefined][] {
  return Object.entries(stop.custom_fields ?? {}).flatMap(([name, value]) => {
    if (typeof value === 'object') return []
    const label = definitions.find((one) => one.name === name)?.label ?? name
    return [[label, typeof value === 'boolean' ? (value ? '✓' : '–') : String(value)]]
  })
}
