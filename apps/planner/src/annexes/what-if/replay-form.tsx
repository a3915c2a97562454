// Which past days are replayed, and what is other then: vehicles, hours, depot.
import {
  Button,
  Group,
  MultiSelect,
  NumberInput,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { ReplayInput } from '@routewright/contract'
import { parseWindows } from '@routewright/reading/windows'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayRange } from '../../forms/day-range.tsx'
import { organizationNow } from '../../shell/clock.ts'
import { call } from '../../shell/service.ts'
import { useFormats, useProject } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { useDepotOptions } from '../../shell/use-depots.ts'

const dayMilliseconds = 86_400_000
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type Weekday = (typeof weekdays)[number]

interface Choice {
  from: string
  to: string
  weekdays: string[]
  without: string[]
  added: string[]
  count: number
  hours: string
  depot: string | null
}

interface ReplayFormProps {
  /** Input of the replay before this one. */
  last: ReplayInput | undefined
  onAsked(): Promise<void>
}

export function ReplayForm({ last, onAsked }: ReplayFormProps) {
  const { t } = useTranslation('replay')
  const project = useProject()
  const action = useAction()
  const [choice, setChoice] = useChoice(last)
  const windows = parseWindows(choice.hours)
  const isSound = windows !== undefined && windows.length <= 1
  const change = (part: Partial<Choice>) => setChoice((old) => ({ ...old, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run(async () => {
      await call(operations.replayDays, { project_id: project.id, body: getInput(choice, windows?.[0]) })
      await onAsked()
    })
  }
  return (
    <Paper withBorder p="md" component="form" onSubmit={submit}>
      <Stack>
        <Text fw={650}>{t('ask')}</Text>
        <Days choice={choice} onChange={change} />
        <Resources choice={choice} onChange={change} hoursError={isSound ? undefined : t('hours_wrong')} />
        <Refusal text={action.failure} />
        <Group>
          <Button type="submit" loading={action.isBusy} disabled={!isSound}>
            {t('start')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function useChoice(last: ReplayInput | undefined) {
  const formats = useFormats()
  return useState<Choice>(() => {
    const ago = (days: number) => formats.dayKey(organizationNow() - days * dayMilliseconds)
    const common = { without: [], added: [], count: 1, hours: '', depot: null }
    return {
      from: last?.from.slice(0, 10) ?? ago(7),
      to: last?.to.slice(0, 10) ?? ago(1),
      weekdays: last?.weekdays ?? [],
      ...common,
    }
  })
}

function getInput(choice: Choice, window: [number, number] | undefined): ReplayInput {
  const { from, to, without, added, count, depot } = choice
  return {
    from,
    to,
    ...(choice.weekdays.length > 0 && { weekdays: choice.weekdays as Weekday[] }),
    ...(without.length > 0 && { without_vehicle_ids: without }),
    ...(added.length > 0 && { added: added.map((vehicle_id) => ({ vehicle_id, count })) }),
    ...(window && { time_window: window }),
    ...(depot && { depot_id: depot }),
  }
}

interface PartProps {
  choice: Choice
  onChange(part: Partial<Choice>): void
}

function Days({ choice, onChange }: PartProps) {
  const { t } = useTranslation(['replay', 'records'])
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <DayRange value={choice} labels={{ from: t('from'), to: t('to') }} onChange={onChange} />
      <MultiSelect
        label={t('weekdays')}
        placeholder={choice.weekdays.length === 0 ? t('all') : ''}
        data={weekdays.map((value) => ({ value, label: t(`records:weekdays.${value}`) }))}
        value={choice.weekdays}
        onChange={(value) => onChange({ weekdays: value })}
      />
    </SimpleGrid>
  )
}

function Resources({ choice, onChange, hoursError }: PartProps & { hoursError: string | undefined }) {
  const { t } = useTranslation('replay')
  const vehicles = useVehicleOptions()
  const depots = useDepotOptions()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <MultiSelect
        searchable
        label={t('without')}
        data={vehicles}
        value={choice.without}
        onChange={(without) => onChange({ without })}
      />
      <Group align="flex-end" wrap="nowrap">
        <MultiSelect
          searchable
          style={{ flex: 1 }}
          label={t('added')}
          data={vehicles}
          value={choice.added}
          onChange={(added) => onChange({ added })}
        />
        <NumberInput
          w={90}
          label={t('count')}
          min={1}
          max={10}
          allowDecimal={false}
          clampBehavior="strict"
          value={choice.count}
          onChange={(value) => onChange({ count: Number(value) || 1 })}
        />
      </Group>
      <TextInput
        label={t('hours')}
        placeholder="8:00-17:00"
        error={hoursError}
        value={choice.hours}
        onChange={(event) => onChange({ hours: event.currentTarget.value })}
      />
      <Select
        clearable
        label={t('depot')}
        data={depots}
        value={choice.depot}
        onChange={(depot) => onChange({ depot })}
      />
    </SimpleGrid>
  )
}

/** The fleet by name. */
export function useVehicleOptions(): { value: string; label: string }[] {
  const project = useProject()
  const { data } = useAnswer(['vehicles', project.id, 'replay'], operations.listVehicles, {
    project_id: project.id,
    limit: 1_000,
    sort: 'label:asc',
  })
  return (data?.docs ?? []).map(({ id, label, plate }) => ({ value: id, label: label || plate || id }))
}
