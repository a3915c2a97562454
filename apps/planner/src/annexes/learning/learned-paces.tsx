// How slow or quick drivers are at stops: whether plans count with it, and each with its evidence and what can be said of it by hand.
import { Badge, Button, Group, NumberInput, Stack, Switch, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { LearnedPace, LearnedPaceInput } from '@routewright/contract'
import { IconTrash, IconUserCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../settings/section.tsx'
import classes from '../../settings/settings.module.css'
import { type Column, ColumnTable } from '../../shell/column-table.tsx'
import { IconButton } from '../../shell/icon-button.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { save } from '../../shell/save.ts'
import { call, receive } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { Empty } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'

const colors = { fixed: 'blue', learned: 'green', usual: 'gray' } as const

interface LearnedPacesProps {
  isUsed: boolean
  projectId: string
}

export function LearnedPaces({ isUsed, projectId }: LearnedPacesProps) {
  const { t, i18n } = useTranslation('learning')
  const { action, run } = useRun()
  const use = (uses_paces: boolean) =>
    run(() => call(operations.changeLearning, { project_id: projectId, body: { uses_paces } }))
  const takeAway = () =>
    void action.run(async () =>
      save(await receive(operations.exportLearnedPaces, { project_id: projectId, language: i18n.language })),
    )
  return (
    <Section name="paces" title={t('paces.title')} text={t('paces.text')} failure={action.failure}>
      <Stack gap="sm">
        <Switch
          label={t('paces.use')}
          description={t('paces.use_hint')}
          checked={isUsed}
          disabled={action.isBusy}
          onChange={(event) => use(event.currentTarget.checked)}
        />
        {isUsed && (
          <>
            <Group>
              <Button size="xs" variant="default" onClick={takeAway}>
                {t('export')}
              </Button>
            </Group>
            <PaceList projectId={projectId} />
          </>
        )}
      </Stack>
    </Section>
  )
}

/** Runs a change and shows what it left. */
function useRun() {
  const queries = useQueryClient()
  const action = useAction()
  const changed = [['learning'], ['learned-times'], ['learned-paces']]
  const run = (work: () => Promise<unknown>) =>
    void action.run(async () => {
      await work()
      await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
    })
  return { action, run }
}

function PaceList({ projectId }: { projectId: string }) {
  const { t } = useTranslation('learning')
  const { action, run } = useRun()
  const query = useAnswer(['learned-paces', projectId], operations.listLearnedPaces, { project_id: projectId })
  const columns = useColumns({
    isBusy: action.isBusy,
    onChange: ({ id }, body) => run(() => call(operations.changeLearnedPace, { learned_pace_id: id, body })),
    onForget: ({ id }) => run(() => call(operations.forgetLearnedPace, { learned_pace_id: id })),
  })
  return (
    <Loaded query={query} rows={3}>
      {({ docs }) =>
        docs.length === 0 ? (
          <Empty title={t('paces.none')} text={t('paces.none_text')} icon={IconUserCheck} next={undefined} />
        ) : (
          <ColumnTable box={classes.scroll} columns={columns} rows={docs} />
        )
      }
    </Loaded>
  )
}

interface Actions {
  isBusy: boolean
  onChange(pace: LearnedPace, input: LearnedPaceInput): void
  onForget(pace: LearnedPace): void
}

function useColumns(actions: Actions): Column<LearnedPace>[] {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  const duration = (seconds: number) => formats.duration(seconds)
  return [
    { key: 'name', title: t('paces.who'), cell: (pace) => <Name pace={pace} /> },
    { key: 'learned', title: t('paces.learned'), isNumber: true, cell: (pace) => <Learned pace={pace} /> },
    {
      key: 'error',
      title: t('error'),
      isNumber: true,
      cell: ({ given_error, learned_error }) =>
        given_error === undefined || learned_error === undefined
          ? ''
          : `${duration(given_error)} → ${duration(learned_error)}`,
    },
    { key: 'used', title: t('paces.used_head'), cell: (pace) => <Used pace={pace} /> },
    { key: 'actions', title: t('paces.fixed'), cell: (pace) => <ByHand pace={pace} {...actions} /> },
  ]
}

/** In words: a fifth longer, as usual. */
function useInWords() {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  return (factor: number) => {
    const part = Math.round(100 * (factor - 1)) / 100
    if (part === 0) return t('paces.usual')
    return t(part > 0 ? 'paces.slower' : 'paces.quicker', { percent: formats.percent(Math.abs(part)) })
  }
}

function Name({ pace }: { pace: LearnedPace }) {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  const last = pace.last_seen === undefined ? '' : ` · ${t('last', { day: formats.date(pace.last_seen) })}`
  return (
    <>
      <Text size="sm" fw={600} truncate maw={240}>
        {getName(pace)}
      </Text>
      <Text size="xs" c="dimmed">
        {pace.kind === 'vehicle' && `${t('paces.vehicle')} · `}
        {t('visits', { count: pace.visits })}
        {last}
      </Text>
    </>
  )
}

function Learned({ pace: { factor, spread, driving } }: { pace: LearnedPace }) {
  const { t } = useTranslation('learning')
  const formats = useFormats()
  const inWords = useInWords()
  return (
    <>
      <Text size="sm" fw={600}>
        {inWords(factor)}
      </Text>
      <Text size="xs" c="dimmed">
        {spread !== undefined && `± ${formats.percent(spread)}`}
      </Text>
      {driving && driving.legs > 0 && (
        <Text size="xs">
          {t('paces.driving', { pace: inWords(driving.factor) })} · {t('paces.legs', { count: driving.legs })}
        </Text>
      )}
    </>
  )
}

function Used({ pace: { used, used_factor, driving } }: { pace: LearnedPace }) {
  const { t } = useTranslation('learning')
  const inWords = useInWords()
  return (
    <>
      <Badge color={colors[used]} variant="light">
        {t(`paces.used.${used}`)}
      </Badge>
      <Text size="xs" c="dimmed">
        {used !== 'usual' && inWords(used_factor)}
      </Text>
      {driving && driving.used !== 'usual' && (
        <Text size="xs" c="dimmed">
          {t('paces.driving', { pace: inWords(driving.used_factor) })}
        </Text>
      )}
    </>
  )
}

/** Actions on a learned pace: set by hand, switched off, forgotten. */
function ByHand({ pace, isBusy, onChange, onForget }: Actions & { pace: LearnedPace }) {
  const { t } = useTranslation('learning')
  const name = getName(pace)
  return (
    <Group gap="xs" wrap="nowrap">
      <FixedPercent
        factor={pace.fixed_factor}
        label={t('paces.fixed_of', { name })}
        isBusy={isBusy}
        onFix={(fixed_factor) => onChange(pace, { fixed_factor })}
      />
      <FixedPercent
        factor={pace.fixed_driving}
        label={t('paces.fixed_driving_of', { name })}
        isBusy={isBusy}
        onFix={(fixed_driving) => onChange(pace, { fixed_driving })}
      />
      <Switch
        aria-label={t('paces.on_of', { name })}
        checked={!pace.is_off}
        disabled={isBusy}
        onChange={(event) => onChange(pace, { is_off: !event.currentTarget.checked })}
      />
      <IconButton
        icon={IconTrash}
        variant="subtle"
        color="gray"
        label={t('paces.forget', { name })}
        disabled={isBusy}
        onClick={() => onForget(pace)}
      />
    </Group>
  )
}

function getName({ label, driver_id, vehicle_id, id }: LearnedPace): string {
  return label || driver_id || vehicle_id || id
}

interface FixedPercentProps {
  factor: number | undefined
  label: string
  isBusy: boolean
  onFix(factor: number | null): void
}

/** Kept when the reader leaves the field; an empty one frees the number. */
function FixedPercent({ factor, label, isBusy, onFix }: FixedPercentProps) {
  const formats = useFormats()
  const stored = factor === undefined ? '' : Math.round(factor * 100)
  const [percent, setPercent] = useState<number | string>(stored)
  const leave = () => {
    if (percent !== stored) onFix(typeof percent === 'number' ? percent / 100 : null)
  }
  return (
    <NumberInput
      size="xs"
      w={84}
      min={50}
      max={200}
      step={2}
      allowDecimal={false}
      clampBehavior="blur"
      hideControls
      suffix={formats.percentSign()}
      aria-label={label}
      title={label}
      value={percent}
      disabled={isBusy}
      onChange={setPercent}
      onBlur={leave}
    />
  )
}
