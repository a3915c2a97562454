// What is optimized, and how: chosen before a run begins.

import { Alert, Button, Group, NumberInput, Radio, Slider, Stack, Switch, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OptimizationMode, OptimizationRun } from '@routewright/contract'
import { IconSparkles } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasPlace, isOpen, type PlanData } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useRunState } from '../plan/run-state.ts'
import { useSelection } from '../plan/selection.ts'
import { Facts } from '../shell/facts.tsx'
import { failureText, reasonOfRun } from '../shell/failure.ts'
import classes from '../shell/panel.module.css'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
import { EmptyPart } from '../shell/states.tsx'
import { useAnswer } from '../shell/use-answer.ts'

interface Choice {
  mode: OptimizationMode
  /** How evenly work is shared, 0 to 1. */
  balance: number
  /** How much routes keep to areas of their own, 0 to 1. */
  compact: number
  /** How much stops go to drivers who know their places, 0 to 1. */
  familiar: number
  keep: number
  /** How much time is to be left before windows close, 0 to 1. */
  slack: number
  /** The time limit; an empty field leaves it to the service to stop when more time gains little. */
  seconds: string | number
  minimise_vehicles: boolean
  allow_late: boolean
}

interface PartProps {
  choice: Choice
  onChange(change: Partial<Choice>): void
}

/** `last` is the run before, which may have failed. */
export function RunOptions({ last }: { last: OptimizationRun | undefined }) {
  const { t } = useTranslation('optimize')
  const data = usePlanData()
  const [choice, setChoice] = useState(() => firstChoice(data))
  const { start, isStarting, failure } = useStart()
  const change = (part: Partial<Choice>) => setChoice((old) => ({ ...old, ...part }))
  const hasWork = [...data.stops.values()].some(isOpen)
  useLedStart(() => void start(choice), hasWork)
  return (
    <>
      <WhatIsThere />
      <section className={classes.part}>
        <Stack gap="md">
          <ModeChoice choice={choice} onChange={change} />
          <BalanceChoice choice={choice} onChange={change} />
          <AreasChoice choice={choice} onChange={change} />
          <FamiliarChoice choice={choice} onChange={change} />
          <KeepChoice choice={choice} onChange={change} />
          <SlackChoice choice={choice} onChange={change} />
          <Limits choice={choice} onChange={change} />
          {last?.state === 'failed' && <Alert color="red">{t('failed', { reason: reasonOfRun(last, t) })}</Alert>}
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <Button
            size="md"
            leftSection={<IconSparkles size={18} />}
            loading={isStarting}
            disabled={!hasWork}
            onClick={() => void start(choice)}
          >
            {t('start')}
          </Button>
          <Text size="xs" c="dimmed">
            {t('held_text')}
          </Text>
        </Stack>
      </section>
    </>
  )
}

/** Begins by itself where somebody was led here, once. */
function useLedStart(start: () => void, hasWork: boolean): void {
  const isLed = useRunState(({ next }) => next === 'start')
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins with what is chosen then
  useEffect(() => {
    if (!isLed || !hasWork) return
    useRunState.getState().lead('send')
    start()
  }, [isLed, hasWork])
}

/**
 * What the form begins with. While the day runs and stops are unassigned, they are only inserted into the routes, because the
 * drivers already have them; in all other cases everything is planned anew.
 */
function firstChoice({ plan, routes, unassigned }: PlanData): Choice {
  const isRunningDay = unassigned.length > 0 && routes.length > 0 && plan.status === 'in_progress'
  return {
    mode: isRunningDay ? 'insert_only' : 'from_scratch',
    balance: 0,
    compact: 0,
    familiar: 0,
    keep: 0,
    slack: plan.optimizer_config?.slack ?? 0,
    seconds: '',
    minimise_vehicles: plan.optimizer_config?.minimise_vehicles ?? false,
    allow_late: plan.optimizer_config?.allow_late ?? false,
  }
}

/** Starts a run whose result is held until somebody applies it. */
function useStart() {
  const { t } = useTranslation('optimize')
  const { plan } = usePlanData()
  const [failure, setFailure] = useState('')
  const [isStarting, setStarting] = useState(false)
  const start = async ({ mode, balance, compact, familiar, keep, seconds, ...flags }: Choice) => {
    setStarting(true)
    setFailure('')
    try {
      const limit = seconds === '' ? {} : { time_limit_seconds: Number(seconds) }
      const config = { ...plan.optimizer_config, ...flags, ...limit }
      const areas = mode === 'from_scratch' && compact > 0 && { compact }
      const kept = mode === 'from_scratch' && keep > 0 && { keep }
      const people = mode !== 'keep_assignment' && familiar > 0 && { familiar }
      const body = { mode, hold: true, config, ...(balance > 0 && { balance }), ...areas, ...people, ...kept }
      const run = await call(operations.startOptimization, { plan_id: plan.id, body })
      useRunState.getState().set(run)
    } catch (error) {
      setFailure(failureText(error, t))
      setStarting(false)
    }
  }
  return { start, isStarting, failure }
}

function WhatIsThere() {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const { stops, routes, unassigned } = usePlanData()
  const open = [...stops.values()].filter(isOpen)
  const placeless = open.filter((stop) => !hasPlace(stop))
  const locked = routes.filter(({ is_locked }) => is_locked)
  return (
    <section className={classes.part}>
      <Facts
        facts={[
          [t('stops_open'), formats.number(open.length)],
          [t('unassigned'), formats.number(unassigned.length)],
          [t('routes'), routes.length === 0 ? t('routes_from_fleet') : formats.number(routes.length)],
          [t('locked'), locked.length > 0 ? formats.number(locked.length) : undefined],
        ]}
      />
      {routes.length === 0 && <NoVehicles />}
      {placeless.length > 0 && (
        <Alert color="orange" mt="sm" p="xs">
          {t('placeless', { count: placeless.length })}{' '}
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => useSelection.getState().select(placeless.map(({ id }) => id))}
          >
            {t('show')}
          </Button>
        </Alert>
      )}
    </section>
  )
}

/** Routes are made of the fleet: while it has none, it is said before the run fails. */
function NoVehicles() {
  const { t } = useTranslation('optimize')
  const { plan } = usePlanData()
  const { data } = useAnswer(['vehicles', plan.project_id, 'any'], operations.listVehicles, {
    project_id: plan.project_id,
    enabled: true,
    limit: 1,
  })
  if (data?.total !== 0) return null
  return <EmptyPart text={t('no_vehicles')} next={{ label: t('add_vehicles'), to: '/fleet' }} />
}

const modes: readonly OptimizationMode[] = ['from_scratch', 'keep_assignment', 'insert_only']

function ModeChoice({ choice, onChange }: PartProps) {
  const { t } = useTranslation('optimize')
  const { routes } = usePlanData()
  return (
    <Radio.Group
      label={t('mode')}
      value={choice.mode}
      onChange={(mode) => onChange({ mode: mode as OptimizationMode })}
    >
      <Stack gap={10} mt={8}>
        {modes.map((mode) => (
          <Radio
            key={mode}
            value={mode}
            label={t(`modes.${mode}`)}
            description={t(`modes.${mode}_text`)}
            disabled={mode !== 'from_scratch' && routes.length === 0}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function BalanceChoice({ choice, onChange }: PartProps) {
  return <Wish name="balance" most="most_even" value={choice.balance} onChange={(balance) => onChange({ balance })} />
}

/** Only where stops may change their route. */
function AreasChoice({ choice, onChange }: PartProps) {
  const { t } = useTranslation('optimize')
  return (
    <Wish
      name="compact"
      most="own_areas"
      text={t('compact_text')}
      value={choice.compact}
      isDisabled={choice.mode !== 'from_scratch'}
      onChange={(compact) => onChange({ compact })}
    />
  )
}

/** Also for stops that are only inserted. */
function FamiliarChoice({ choice, onChange }: PartProps) {
  const { t } = useTranslation('optimize')
  return (
    <Wish
      name="familiar"
      most="known_places"
      text={t('familiar_text')}
      value={choice.familiar}
      isDisabled={choice.mode === 'keep_assignment'}
      onChange={(familiar) => onChange({ familiar })}
    />
  )
}

/** Only where stops have routes, and may change them. */
function KeepChoice({ choice, onChange }: PartProps) {
  const { t } = useTranslation('optimize')
  const { stops } = usePlanData()
  const hasRoutes = [...stops.values()].some(({ route_id }) => route_id)
  return (
    <Wish
      name="keep"
      most="same_routes"
      text={t('keep_text')}
      value={choice.keep}
      isDisabled={choice.mode !== 'from_scratch' || !hasRoutes}
      onChange={(keep) => onChange({ keep })}
    />
  )
}

/** Its price, late stops and kilometres both, stands in the comparison. */
function SlackChoice({ choice, onChange }: PartProps) {
  const { t } = useTranslation('optimize')
  return (
    <Wish
      name="slack"
      most="most_slack"
      text={t('slack_text')}
      value={choice.slack}
      onChange={(slack) => onChange({ slack })}
    />
  )
}

interface WishProps {
  name: string
  /** What the end of the slider is called; its beginning is the cheapest plan. */
  most: string
  text?: string
  value: number
  isDisabled?: boolean
  onChange(value: number): void
}

/** What the plan is to be like beside cheap, from not at all to as far as it goes. */
function Wish({ name, most, text, value, isDisabled, onChange }: WishProps) {
  const { t } = useTranslation('optimize')
  return (
    <div>
      <Text size="sm" fw={500} id={`${name}-label`}>
        {t(name)}
      </Text>
      {text && (
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      )}
      <Slider
        mt={6}
        aria-labelledby={`${name}-label`}
        thumbLabel={t(name)}
        label={null}
        min={0}
        max={1}
        step={0.1}
        value={value}
        disabled={isDisabled}
        onChange={onChange}
        marks={[{ value: 0 }, { value: 1 }]}
        px={8}
      />
      <Group justify="space-between" gap="sm" fz="0.72rem" c="dimmed">
        <span>{t('cheapest')}</span>
        <span>{t(most)}</span>
      </Group>
    </div>
  )
}

function Limits({ choice, onChange }: PartProps) {
  const { t } = useTranslation('optimize')
  return (
    <>
      <Switch
        label={t('fewer_vehicles')}
        checked={choice.minimise_vehicles}
        onChange={({ currentTarget: { checked } }) => onChange({ minimise_vehicles: checked })}
      />
      <Switch
        label={t('allow_late')}
        description={t('allow_late_text')}
        checked={choice.allow_late}
        onChange={({ currentTarget: { checked } }) => onChange({ allow_late: checked })}
      />
      <NumberInput
        label={t('seconds')}
        description={t('seconds_text')}
        placeholder={t('automatic')}
        min={1}
        max={600}
        value={choice.seconds}
        onChange={(seconds) => onChange({ seconds })}
      />
    </>
  )
}
