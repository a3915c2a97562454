// Assumptions about past days that no row tells: asked for with the usual values filled in, then the days are replayed.
import { Button, Group, NumberInput, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import { type DrivenRow, spreadsheetReplayLimits as limits } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, type FormEvent, lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DayRange } from '../../forms/day-range.tsx'
import { emptyPlace, type PlaceValue, shownPlace } from '../../forms/place.ts'
import type { PlaceInput } from '../../forms/place-input.tsx'
import { call } from '../../shell/service.ts'
import { useFormats, useProject } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { useImport } from './import-store.ts'
import { useNamedColumns } from './named-columns.ts'
import { usePastChoice } from './past-choice.ts'
import {
  drivenRows,
  getQuestion,
  hasUnnamedDays,
  listDates,
  type PastChoice,
  readHours,
  usualSpan,
} from './past-input.ts'

const Place = lazy(async () => ({ default: (await import('../../forms/place-input.tsx')).PlaceInput }))

/** Its room is kept while it is fetched. */
function PlaceField(props: ComponentProps<typeof PlaceInput>) {
  return (
    <Suspense fallback={<TextInput label={props.label} value={props.value.label} disabled readOnly />}>
      <Place {...props} />
    </Suspense>
  )
}

interface PartProps {
  choice: PastChoice
  onChange(part: Partial<PastChoice>): void
}

export function AssumeStep() {
  const { t } = useTranslation('past')
  const state = useImport()
  const typed = usePastChoice()
  const dates = useMemo(() => listDates(state), [state])
  const isOfFile = typed.from <= (dates.at(-1) ?? '') && typed.to >= (dates[0] ?? '') && typed.from !== ''
  const choice = isOfFile ? typed : { ...typed, ...usualSpan(dates) }
  const rows = useMemo(() => drivenRows(state, choice), [state, choice])
  const first = useFirstDepot()
  const depot = choice.depot ?? first
  const { isBusy, failure, start } = useStart(choice, depot, rows)
  const change = (part: Partial<PastChoice>) => usePastChoice.setState({ ...choice, ...part })
  const days = new Set(rows.flatMap(({ date }) => date ?? [])).size
  const isFit = days > 0 && days <= limits.days && rows.length <= limits.rows
  const isSound = readHours(choice.hours) !== false && readHours(choice.otherHours) !== false
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void start()
  }
  return (
    <Stack component="form" onSubmit={submit} maw={920}>
      <Days choice={choice} onChange={change} rows={rows.length} days={days} isFit={isFit} />
      <Assumed choice={choice} onChange={change} depot={depot} hasUnnamed={hasUnnamedDays(rows)} />
      <Other choice={choice} onChange={change} />
      <Refusal text={failure} />
      <Group justify="space-between">
        <Button variant="default" onClick={() => useImport.setState({ step: 'check' })}>
          {t('back_to_rows')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isFit || !isSound}>
          {t('start')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Where the vans of the project start, as far as it says. */
function useFirstDepot(): PlaceValue {
  const { id } = useProject()
  const { data } = useAnswer(['depots', id, 'first'], operations.listDepots, {
    project_id: id,
    limit: 1,
    sort: 'label:asc',
  })
  const [depot] = data?.docs ?? []
  return useMemo(() => (depot ? shownPlace({ ...depot.location, label: depot.label }) : emptyPlace), [depot])
}

function useStart(choice: PastChoice, depot: PlaceValue, rows: DrivenRow[]) {
  const { t } = useTranslation('past')
  const project = useProject()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const action = useAction()
  const { sourceName, filled, forms, targets } = useImport()
  const isMonthFirst = forms[targets.indexOf('date')]?.days?.isMonthFirst === true
  const notes = (target: string) => [
    ...(filled.some((field) => field === target) ? [t('filled')] : []),
    ...(target === 'date' && isMonthFirst ? [t('month_first')] : []),
  ]
  const columns = useNamedColumns().map(({ target, name, title }) => ({
    title: (title || name).slice(0, 500),
    meaning: [name, ...notes(target)].join(', '),
  }))
  const start = () =>
    action.run(async () => {
      const { assumed, other } = getQuestion(choice, depot)
      const file_name = sourceName.slice(0, 500)
      await call(operations.replaySpreadsheet, {
        project_id: project.id,
        body: { rows, assumed, other, file_name, columns: columns.slice(0, limits.columns) },
      })
      await queries.invalidateQueries({ queryKey: ['replays', project.id] })
      await navigate({ to: '/analytics/replay' })
    })
  return { isBusy: action.isBusy, failure: action.failure, start }
}

function Days({ choice, onChange, rows, days, isFit }: PartProps & { rows: number; days: number; isFit: boolean }) {
  const { t } = useTranslation('past')
  const formats = useFormats()
  const counted = { rows: formats.number(rows), days: formats.number(days) }
  const most = { days: formats.number(limits.days), rows: formats.number(limits.rows) }
  return (
    <Paper withBorder p="md">
      <Text fw={650} mb="xs">
        {t('which_days')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DayRange value={choice} labels={{ from: t('from'), to: t('to') }} onChange={onChange} />
      </SimpleGrid>
      <Text size="sm" mt="xs" role="status" c={isFit ? 'dimmed' : 'var(--rw-failed)'}>
        {t('counted', counted)} {!isFit && t('most', most)}
      </Text>
    </Paper>
  )
}

interface AssumedProps extends PartProps {
  depot: PlaceValue
  hasUnnamed: boolean
}

function Assumed({ depot, ...part }: AssumedProps) {
  const { t } = useTranslation('past')
  const { choice, onChange } = part
  const isUnreadable = readHours(choice.hours) === false
  return (
    <Paper withBorder p="md">
      <Text fw={650}>{t('assumed')}</Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t('assumed_text')}
      </Text>
      <Stack>
        <PlaceField label={t('depot')} value={depot} onChange={(value) => onChange({ depot: value })} />
        {depot.lat === '' && (
          <Text size="sm" c="dimmed">
            {t('no_depot')}
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={t('hours')}
            placeholder={t('hours_hint')}
            error={isUnreadable ? t('hours_wrong') : undefined}
            value={choice.hours}
            onChange={(event) => onChange({ hours: event.currentTarget.value })}
          />
          <Amounts {...part} />
        </SimpleGrid>
      </Stack>
    </Paper>
  )
}

type AmountName = 'minutes' | 'hourPrice' | 'kilometerPrice' | 'maxWeight' | 'maxVolume'

/** Loads where the file has them, vans a day where it does not. */
function Amounts({ choice, onChange, hasUnnamed }: Omit<AssumedProps, 'depot'>) {
  const { t } = useTranslation('past')
  const { currency = '' } = useProject()
  const targets = useImport((state) => state.targets)
  const amount = (name: AmountName) => ({
    value: choice[name],
    onChange: (value: number | '') => onChange({ [name]: value }),
  })
  const loads = { placeholder: t('as_loaded') }
  return (
    <>
      <Amount label={t('minutes')} {...amount('minutes')} />
      {hasUnnamed && (
        <NumberInput
          label={t('vans')}
          min={1}
          max={limits.vehiclesADay}
          allowDecimal={false}
          clampBehavior="strict"
          value={choice.vans}
          onChange={(value) => onChange({ vans: Number(value) || 1 })}
        />
      )}
      <Amount label={t('hour_price', { currency })} {...amount('hourPrice')} />
      <Amount label={t('kilometer_price', { currency })} {...amount('kilometerPrice')} />
      {targets.includes('weight') && <Amount label={t('max_weight')} {...loads} {...amount('maxWeight')} />}
      {targets.includes('volume') && <Amount label={t('max_volume')} {...loads} {...amount('maxVolume')} />}
    </>
  )
}

interface AmountProps {
  label: string
  placeholder?: string
  value: number | ''
  onChange(value: number | ''): void
}

/** Not negative, or nothing. */
function Amount({ value, onChange, ...labels }: AmountProps) {
  return (
    <NumberInput
      {...labels}
      min={0}
      max={1_000_000}
      clampBehavior="strict"
      value={value}
      onChange={(typed) => onChange(typed === '' ? '' : Number(typed))}
    />
  )
}

function Other({ choice, onChange }: PartProps) {
  const { t } = useTranslation('past')
  const isUnreadable = readHours(choice.otherHours) === false
  return (
    <Paper withBorder p="md">
      <Text fw={650}>{t('other')}</Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t('other_text')}
      </Text>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label={t('change')}
            min={-limits.change}
            max={limits.change}
            allowDecimal={false}
            clampBehavior="strict"
            value={choice.change}
            onChange={(value) => onChange({ change: Number(value) || 0 })}
          />
          <TextInput
            label={t('other_hours')}
            placeholder="8:00-17:00"
            error={isUnreadable ? t('hours_wrong') : undefined}
            value={choice.otherHours}
            onChange={(event) => onChange({ otherHours: event.currentTarget.value })}
          />
        </SimpleGrid>
        <PlaceField
          label={t('other_depot')}
          value={choice.otherDepot}
          onChange={(otherDepot) => onChange({ otherDepot })}
        />
      </Stack>
    </Paper>
  )
}
