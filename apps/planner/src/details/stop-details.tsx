// One stop in the drawer: when it is served, why not, its fields, and what drivers reported.
import { Button, Group } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { CustomFieldDefinition, Stop } from '@routewright/contract'
import { vanPlaceLine } from '@routewright/contract/van-place-line'
import { stopLook } from '@routewright/ui/status'
import { IconAlertTriangle, IconClipboardCheck, IconExternalLink, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lastReport, lateSeconds, stopAddress, stopName } from '../plan/plan-data.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { warningText } from '../plan/warnings.ts'
import { type Fact, Facts } from '../shell/facts.tsx'
import panel from '../shell/panel.module.css'
import { Sections } from '../shell/sections.tsx'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { StatusChip } from '../shell/status-chip.tsx'
import { useStopFields } from '../shell/stop-fields.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { ByHandForm } from './by-hand-form.tsx'
import classes from './details.module.css'
import { dueText } from './payment-text.ts'
import { StopVersions } from './report-versions.tsx'
import { StopConflicts } from './stop-conflicts.tsx'
import { StopForm } from './stop-form.tsx'
import { StopReports } from './stop-reports.tsx'

/** `children` is what other rooms have to tell about the stop. */
export function StopDetails({ stop, children }: { stop: Stop; children?: ReactNode }) {
  const { t } = useTranslation('editor')
  const [editing, setEditing] = useState<'all' | 'place' | 'by_hand'>()
  const isFlagged = stop.optimization_warnings.length > 0
  return (
    <>
      <header className={`${panel.part} ${panel.head}`}>
        <h2 className={panel.title}>{stopName(stop)}</h2>
        <div className={panel.dim}>{stopAddress(stop) || t('no_address')}</div>
        <Group gap={8} mt={8}>
          <StatusChip look={stopLook(stop.status, lateSeconds(stop) > 0)} />
          {stop.fixed_id && <span className={panel.dim}>{t('parcel_number', { number: stop.fixed_id })}</span>}
          {stop.external_id && <span className={panel.dim}>{stop.external_id}</span>}
        </Group>
      </header>
      {isFlagged && <StopWarnings stop={stop} />}
      {(isFlagged || !stop.route_id) && stop.status === 'pending' && editing !== 'place' && (
        <Sections at="stop.why" stop={stop} onSetPlace={() => setEditing('place')} />
      )}
      {editing === 'by_hand' ? (
        <ByHandForm stop={stop} onClose={() => setEditing(undefined)} />
      ) : editing ? (
        <StopForm stop={stop} isPlaceFirst={editing === 'place'} onClose={() => setEditing(undefined)} />
      ) : (
        <>
          <section className={panel.part}>
            <StopFacts stop={stop} />
          </section>
          <StopButtons stop={stop} onEdit={() => setEditing('all')} onRecord={() => setEditing('by_hand')} />
        </>
      )}
      <Sections at="stop.times" stop={stop} />
      <StopReports stop={stop} />
      <StopVersions stop={stop} />
      <StopConflicts stop={stop} />
      {children}
    </>
  )
}

function StopWarnings({ stop }: { stop: Stop }) {
  const { t, i18n } = useTranslation('editor')
  return (
    <section className={panel.part} aria-label={t('warnings')}>
      {stop.optimization_warnings.map((warning) => (
        <div key={warning.code + warning.message} className={classes.warning}>
          <IconAlertTriangle size={16} />
          <span>
            {warningText(warning, t)}
            {/* The service's own sentence, which has the figures, is in English. */}
            {i18n.language === 'en' && <div className={panel.dim}>{warning.message}</div>}
          </span>
        </div>
      ))}
    </section>
  )
}

function StopButtons({ stop, onEdit, onRecord }: { stop: Stop; onEdit(): void; onRecord(): void }) {
  const { t } = useTranslation('editor')
  const mayPlan = useMayPlan()
  const isDraft = usePlanData().plan.status === 'draft'
  return (
    <Group className={panel.part} gap="xs">
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconPencil size={15} />}
        disabled={!mayPlan || stop.status !== 'pending'}
        onClick={onEdit}
      >
        {t('edit')}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconClipboardCheck size={15} />}
        disabled={!mayPlan || stop.status !== 'pending' || isDraft}
        onClick={onRecord}
      >
        {t('by_hand.open')}
      </Button>
      <Sections at="stop.buttons" stop={stop} />
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
  )
}

function StopFacts({ stop }: { stop: Stop }) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const definitions = useStopFields()
  return (
    <Facts
      facts={[
        ...useTimesOfStop(stop),
        ...useAttemptsOfStop(stop),
        [t('windows'), formats.timeWindows(stop.time_windows)],
        [t('service_time'), stop.duration === undefined ? undefined : formats.duration(stop.duration)],
        [t('weight'), stop.weight === undefined ? undefined : formats.weight(stop.weight)],
        [t('volume'), stop.volume === undefined ? undefined : formats.volume(stop.volume)],
        [t('skills'), stop.requires.join(', ')],
        [t('kind'), stop.kind],
        [t('apart_from'), stop.apart_from?.join(', ')],
        [t('cluster'), stop.cluster],
        [t('cash_on_delivery'), dueText(stop, formats)],
        [t('parcels'), stop.packages.map(({ identifier }) => identifier).join(', ')],
        [t('phone'), stop.phone],
        [t('email'), stop.email],
        [t('person'), stop.reference_person],
        [t('door'), stop.location_details],
        [t('goes_to.title'), stop.learned_place && t(`goes_to.${stop.learned_place.kind}`)],
        [t('van_place.title'), stop.van_place && vanPlaceLine(stop.van_place, (word) => t(`van_place.${word}`))],
        [t('comments'), stop.comments],
        [t('customer_words'), stop.customer_text_field],
        [t('tasks'), stop.tasks.map(({ label, barcode }) => label ?? barcode).join(', ')],
        ...customFacts(stop, definitions),
      ]}
    />
  )
}

/** On which route it is, and when it is or was served. */
function useTimesOfStop(stop: Stop): Fact[] {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const midnight = usePlanMidnight()
  const { routes } = usePlanData()
  const route = routes.find(({ id }) => id === stop.route_id)
  const { estimated_arrival_time: expected, planned_arrival_time: planned } = stop
  const report = lastReport(stop)
  const late = lateSeconds(stop, midnight)
  const delay = late > 0 ? ` (${formats.durationChange(late)})` : ''
  return [
    [t('route'), route ? `${route.label ?? ''} · ${(stop.order ?? 0) + 1}` : t('unassigned')],
    [t('arrival'), route && planned !== undefined ? formats.timeOfDay(planned) : undefined],
    report
      ? [t('done_at'), formats.clock(report.created_at) + delay]
      : [t('expected'), expected && formats.clock(expected)],
    [t('noticed'), useNoticed(stop)],
  ]
}

/** When the van stood at the stop, as its positions tell. */
function useNoticed({ noticed_arrival_time: came, noticed_departure_time: left }: Stop): string | undefined {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  if (!came) return undefined
  return left ? `${formats.clock(came)} – ${formats.clock(left)}` : t('noticed_since', { time: formats.clock(came) })
}

/** How often its order was tried, and where its goods are after a failure. */
function useAttemptsOfStop(stop: Stop): Fact[] {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const { data } = useAnswer(
    ['attempts', stop.id, stop.updated_at],
    operations.getAttempts,
    { stop_id: stop.id },
    { enabled: stop.reports.length > 0 },
  )
  const { returned_at, return_to_sender_at } = stop
  const limit = data?.max_attempts
  return [
    [
      t('attempts'),
      data && (limit === undefined ? formats.number(data.attempts) : t('attempts_of', { count: data.attempts, limit })),
    ],
    [t('returned_at'), returned_at && formats.dateTime(returned_at)],
    [t('return_to_sender_at'), return_to_sender_at && formats.dateTime(return_to_sender_at)],
  ]
}

/** Custom fields by the names that the project gave them. */
function customFacts(stop: Stop, definitions: readonly CustomFieldDefinition[]): Fact[] {
  return Object.entries(stop.custom_fields ?? {}).flatMap(([name, value]): Fact[] => {
    if (typeof value === 'object') return []
    const label = definitions.find((definition) => definition.name === name)?.label ?? name
    return [[label, typeof value === 'boolean' ? (value ? '✓' : '–') : String(value)]]
  })
}
