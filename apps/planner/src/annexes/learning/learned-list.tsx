// The learned times of clients and places: each with its evidence, and what can be said of it by hand.
import { Badge, Group, NumberInput, Switch, Text, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { LearnedTime, LearnedTimeInput } from '@routewright/contract'
import { IconClockHour4, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../settings/section.tsx'
import classes from '../../settings/settings.module.css'
import { type Column, ColumnTable } from '../../shell/column-table.tsx'
import { IconButton } from '../../shell/icon-button.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Pager } from '../../shell/pager.tsx'
import { call } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { Empty } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'

const pageSize = 50
const colors = { fixed: 'blue', learned: 'green', given: 'gray' } as const

export function LearnedList({ projectId, isUsed }: { projectId: string; isUsed: boolean }) {
  const { t } = useTranslation('learning')
  const queries = useQueryClient()
  const action = useAction()
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const parameters = {
    project_id: projectId,
    limit: pageSize,
    offset: (page - 1) * pageSize,
    ...(text === '' ? {} : { text }),
  }
  const query = useAnswer(['learned-times', parameters], operations.listLearnedTimes, parameters, {
    placeholderData: keepPreviousData,
  })
  const run = (work: () => Promise<unknown>) =>
    void action.run(async () => {
      await work()
      await queries.invalidateQueries({ queryKey: ['learned-times'] })
    })
  const columns = useColumns({
    isBusy: action.isBusy,
    onChange: ({ id }, body) => run(() => call(operations.changeLearnedTime, { learned_time_id: id, body })),
    onForget: ({ id }) => run(() => call(operations.forgetLearnedTime, { learned_time_id: id })),
  })
  const nothing = text === '' && (
    <Empty title={t('none')} text={t('none_text')} icon={IconClockHour4} next={undefined} />
  )
  return (
    <Section title={t('times')} text={t(isUsed ? 'times_text' : 'times_unused')} failure={action.failure}>
      <TextInput
        size="xs"
        mb="sm"
        maw={280}
        aria-label={t('search')}
        placeholder={t('search')}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setPage(1)
        }}
      />
      <Loaded query={query} rows={5} empty={nothing}>
        {({ docs }) => <ColumnTable box={classes.scroll} columns={columns} rows={docs} />}
      </Loaded>
      <Pager total={query.data?.total} pageSize={pageSize} page={page} onPage={setPage} />
    </Section>
  )
}

interface Actions {
  isBusy: boolean
  onChange(time: LearnedTime, input: LearnedTimeInput): void
  onForget(time: LearnedTime): void
}

function useColumns(actions: Actions): Column<LearnedTime>[] {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  const duration = (seconds: number | undefined) => (seconds === undefined ? '' : formats.duration(seconds))
  return [
    { key: 'name', title: t('client'), cell: (time) => <Name time={time} /> },
    { key: 'given', title: t('given'), isNumber: true, cell: (time) => duration(time.given_seconds) },
    { key: 'learned', title: t('learned'), isNumber: true, cell: (time) => <Learned time={time} /> },
    {
      key: 'error',
      title: t('error'),
      isNumber: true,
      cell: ({ given_error, learned_error }) =>
        given_error === undefined ? '' : `${duration(given_error)} → ${duration(learned_error)}`,
    },
    {
      key: 'used',
      title: t('used_head'),
      cell: (time) => (
        <Badge color={colors[time.used]} variant="light">
          {t(`used.${time.used}`)}
        </Badge>
      ),
    },
    {
      key: 'actions',
      title: t('fixed'),
      cell: (time) => <ByHand time={time} {...actions} />,
    },
  ]
}

function Learned({ time: { seconds, spread_seconds } }: { time: LearnedTime }) {
  const formats = useFormats()
  return (
    <>
      <Text size="sm" fw={600}>
        {seconds !== undefined && formats.duration(seconds)}
      </Text>
      <Text size="xs" c="dimmed">
        {spread_seconds !== undefined && `± ${formats.duration(spread_seconds)}`}
      </Text>
    </>
  )
}

/** Actions on a learned number: set by hand, switched off, forgotten. */
function ByHand({ time, isBusy, onChange, onForget }: Actions & { time: LearnedTime }) {
  const { t } = useTranslation('learning')
  return (
    <Group gap="xs" wrap="nowrap">
      <FixedMinutes time={time} isBusy={isBusy} onFix={(fixed_seconds) => onChange(time, { fixed_seconds })} />
      <Switch
        aria-label={t('on_of', { name: getName(time) })}
        checked={!time.is_off}
        disabled={isBusy}
        onChange={(event) => onChange(time, { is_off: !event.currentTarget.checked })}
      />
      <IconButton
        icon={IconTrash}
        variant="subtle"
        color="gray"
        label={t('forget', { name: getName(time) })}
        disabled={isBusy}
        onClick={() => onForget(time)}
      />
    </Group>
  )
}

function getName({ label, lat, lng, client_id, id }: LearnedTime): string {
  return label || (lat === undefined ? (client_id ?? id) : `${lat}, ${lng}`)
}

function Name({ time }: { time: LearnedTime }) {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  const visits = t('visits', { count: time.visits })
  const last = time.last_seen === undefined ? '' : ` · ${t('last', { day: formats.date(time.last_seen) })}`
  return (
    <>
      <Text size="sm" fw={600} truncate maw={240}>
        {getName(time)}
      </Text>
      <Text size="xs" c="dimmed">
        {time.kind === 'place' && `${t('place')} · `}
        {visits}
        {last}
      </Text>
    </>
  )
}

interface FixedMinutesProps {
  time: LearnedTime
  isBusy: boolean
  onFix(seconds: number | null): void
}

/** Kept when the reader leaves the field; an empty one frees the number. */
function FixedMinutes({ time, isBusy, onFix }: FixedMinutesProps) {
  const { t } = useTranslation('learning')
  const stored = time.fixed_seconds === undefined ? '' : time.fixed_seconds / 60
  const [minutes, setMinutes] = useState<number | string>(stored)
  const leave = () => {
    if (minutes === stored) return
    onFix(typeof minutes === 'number' ? Math.round(minutes * 60) : null)
  }
  return (
    <NumberInput
      size="xs"
      w={84}
      min={0}
      max={1_440}
      decimalScale={1}
      hideControls
      suffix={t('minutes_suffix')}
      aria-label={t('fixed_of', { name: getName(time) })}
      value={minutes}
      disabled={isBusy}
      onChange={setMinutes}
      onBlur={leave}
    />
  )
}
