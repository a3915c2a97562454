// Exports of a plan, or of all plans of some days: tables, route sheets, proofs of delivery, ways for other maps.
import { Button, Checkbox, Group, Paper, Radio, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import {
  exportReports,
  exportRoutes,
  exportStops,
  exportWays,
  printPlanProofs,
  printRouteSheets,
  requestExport,
} from '@routewright/client/operations'
import type { Plan } from '@routewright/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LabelForm } from '../../labels/label-form.tsx'
import { save } from '../../shell/save.ts'
import { call, receive } from '../../shell/service.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useExportsChanged } from './background-exports.tsx'

const choices = ['stops', 'routes', 'reports', 'sheets', 'labels', 'proofs', 'ways'] as const
type What = (typeof choices)[number]

const formats = { xlsx: 'Excel', csv: 'CSV' } as const
const wayFormats = { geojson: 'GeoJSON', gpx: 'GPX', kml: 'KML' } as const
const tables = { stops: exportStops, routes: exportRoutes, reports: exportReports } as const

/** Larger tables are written in the background, so that nobody has to wait for them. */
const mostStopsAtOnce = 2_000

interface ExportFormProps {
  plan: Pick<Plan, 'id' | 'project_id' | 'status' | 'execution_date' | 'total_stops'>
  /** One route alone, where that is possible. */
  routeId?: string
}

interface Wanted {
  what: What
  format: keyof typeof formats
  wayFormat: keyof typeof wayFormats
  hasLinks: boolean
  /** All plans of these days; else the plan that is open. */
  days?: Days
}

/** Labels have a form of their own. */
type WantedFile = Wanted & { what: Exclude<What, 'labels'> }

interface Days {
  from: string
  to: string
}

export function ExportForm({ plan, routeId }: ExportFormProps) {
  const [wanted, setWanted] = useState<Wanted>({ what: 'stops', format: 'xlsx', wayFormat: 'geojson', hasLinks: false })
  const change = (next: Partial<Wanted>) => setWanted({ ...wanted, ...next })
  const { what } = wanted
  return (
    <Paper withBorder p="lg" maw={560}>
      <Stack>
        <WhatChoice value={what} onChange={(next) => change({ what: next })} />
        {what === 'labels' ? (
          <LabelForm selection={routeId ? { route_id: routeId } : { plan_id: plan.id }} />
        ) : (
          <FileForm plan={plan} {...(routeId && { routeId })} wanted={{ ...wanted, what }} change={change} />
        )}
      </Stack>
    </Paper>
  )
}

interface FileFormProps extends ExportFormProps {
  wanted: WantedFile
  change(next: Partial<Wanted>): void
}

function FileForm({ plan, routeId, wanted, change }: FileFormProps) {
  const { t, i18n } = useTranslation('export')
  const exportsChanged = useExportsChanged(plan.project_id)
  const action = useAction()
  const { what, days } = wanted
  const table = what in tables ? (what as keyof typeof tables) : undefined
  const isInBackground = table !== undefined && (days !== undefined || plan.total_stops > mostStopsAtOnce)
  const order = { ...wanted, routeId, language: i18n.language }
  const run = () =>
    isInBackground
      ? action.run(() => orderFile(plan, table, order).then(exportsChanged))
      : action.run(() => saveFile(plan, order))
  return (
    <>
      {table ? (
        <>
          <FormatChoice formats={formats} value={wanted.format} onChange={(format) => change({ format })} />
          <DaysChoice plan={plan} value={days} onChange={(next) => change({ days: next })} />
        </>
      ) : what === 'ways' ? (
        <FormatChoice formats={wayFormats} value={wanted.wayFormat} onChange={(wayFormat) => change({ wayFormat })} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('paper')}
        </Text>
      )}
      {what === 'sheets' && (
        <LinksChoice plan={plan} value={wanted.hasLinks} onChange={(hasLinks) => change({ hasLinks })} />
      )}
      <Refusal text={action.failure} />
      <Group justify="flex-end">
        <Button onClick={run} loading={action.isBusy}>
          {t(isInBackground ? 'write' : 'download')}
        </Button>
      </Group>
    </>
  )
}

interface ChoiceProps<Value> {
  value: Value
  onChange(value: Value): void
}

function WhatChoice({ value: what, onChange }: ChoiceProps<What>) {
  const { t } = useTranslation('export')
  return (
    <Radio.Group value={what} onChange={(value) => onChange(value as What)} aria-label={t('what')}>
      <Stack gap="xs">
        {choices.map((choice) => (
          <Radio key={choice} value={choice} label={t(choice)} description={t(`${choice}_text`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function FormatChoice<Format extends string>({
  formats,
  value,
  onChange,
}: ChoiceProps<Format> & { formats: Record<Format, string> }) {
  const { t } = useTranslation('export')
  const data = (Object.keys(formats) as Format[]).map((format) => ({ value: format, label: formats[format] }))
  return (
    <SegmentedControl
      aria-label={t('format')}
      value={value}
      onChange={(next) => onChange(next as Format)}
      data={data}
    />
  )
}

type OfPlan<Value> = ChoiceProps<Value> & Pick<ExportFormProps, 'plan'>

/** The plan that is open, or all plans of some days. */
function DaysChoice({ plan, value: days, onChange }: OfPlan<Days | undefined>) {
  const { t } = useTranslation('export')
  const day = plan.execution_date.slice(0, 10)
  return (
    <>
      <SegmentedControl
        aria-label={t('plans')}
        value={days ? 'days' : 'plan'}
        onChange={(value) => onChange(value === 'days' ? { from: day, to: day } : undefined)}
        data={[
          { value: 'plan', label: t('this_plan') },
          { value: 'days', label: t('several_days') },
        ]}
      />
      {days && (
        <>
          <Group grow>
            <TextInput
              type="date"
              label={t('from')}
              value={days.from}
              onChange={({ currentTarget: { value } }) => value && onChange({ ...days, from: value })}
            />
            <TextInput
              type="date"
              label={t('to')}
              value={days.to}
              min={days.from}
              onChange={({ currentTarget: { value } }) => value && onChange({ ...days, to: value })}
            />
          </Group>
          <Text size="sm" c="dimmed">
            {t('several_text')}
          </Text>
        </>
      )}
    </>
  )
}

/** A draft has no links to hand out, and a finished plan no use for them. */
const mayLink = ({ status }: ExportFormProps['plan']) => status !== 'draft' && status !== 'finished'

function LinksChoice({ plan, value, onChange }: OfPlan<boolean>) {
  const { t } = useTranslation('export')
  return (
    <Checkbox
      label={t('links')}
      description={t(mayLink(plan) ? 'links_text' : 'links_closed')}
      disabled={!mayLink(plan)}
      checked={value && mayLink(plan)}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

type Order = WantedFile & { routeId: string | undefined; language: string }

async function orderFile(
  { id, project_id }: ExportFormProps['plan'],
  what: keyof typeof tables,
  { format, language, days }: Order,
): Promise<void> {
  const which = days ? { from_date: days.from, to_date: days.to } : { plan_id: id }
  await call(requestExport, { body: { what, project_id, ...which, format, language } })
}

async function saveFile(plan: ExportFormProps['plan'], order: Order): Promise<void> {
  const { id, project_id } = plan
  const { what, format, wayFormat, routeId, language, hasLinks } = order
  const paper = { plan_id: id, language, ...(routeId ? { route_id: routeId } : {}) }
  switch (what) {
    case 'sheets':
      return save(await receive(printRouteSheets, { ...paper, links: hasLinks && mayLink(plan) }))
    case 'proofs':
      return save(await receive(printPlanProofs, paper))
    case 'ways':
      return save(
        await receive(exportWays, { plan_id: id, format: wayFormat, ...(routeId ? { route_id: routeId } : {}) }),
      )
    default:
      return save(await receive(tables[what], { project_id, plan_id: id, format, language }))
  }
}
