// Optimizing: what will happen, how, how it is going, and before and after to choose from.
import { Alert, Button, Group, NumberInput, Progress, Radio, Slider, Stack, Switch, Text } from '@mantine/core'
import type { OptimizationMode, OptimizationRun } from '@routewright/contract'
import { IconPlayerStop, IconSparkles } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applyOptimization } from '../plan/order-edits.ts'
import { hasPlace, isOpen } from '../plan/plan-data.ts'
import { usePlanData, usePlanStore } from '../plan/plan-store.ts'
import { useRunState } from '../plan/run-state.ts'
import { useSelection } from '../plan/selection.ts'
import { useEdit } from '../plan/use-edit.ts'
import { failureText } from '../shell/failure.ts'
import classes from '../shell/panel.module.css'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
import { Comparison } from './comparison.tsx'
import { CostCurve } from './cost-curve.tsx'

const POLL_MS = 700

export function OptimizePanel() {
  const { t } = useTranslation('optimize')
  const { run, set, refresh } = useRunState()
  const { plan } = usePlanData()
  const known = usePlanStore((state) => state.editor?.optimization)
  // A run that somebody else started, or that was started before this page was opened.
  useEffect(() => {
    if (!useRunState.getState().run && known && (known.state === 'running' || known.state === 'ready')) set(known)
  }, [known, set])
  useEffect(
    () => () => {
      const state = useRunState.getState().run?.state
      if (state !== 'running' && state !== 'ready') set(undefined)
    },
    [set],
  )
  const runningId = run?.state === 'running' ? run.id : undefined
  useEffect(() => {
    if (!runningId) return
    const timer = setInterval(() => void refresh(runningId), POLL_MS)
    return () => clearInterval(timer)
  }, [runningId, refresh])
  const isMine = run?.plan_id === plan.id
  return (
    <>
      <header className={`${classes.part} ${classes.head}`}>
        <h2 className={classes.title}>{t('title')}</h2>
      </header>
      {isMine && run.state === 'running' && <Running run={run} />}
      {isMine && run.state === 'ready' && <Ready run={run} />}
      {(!isMine || (run.state !== 'running' && run.state !== 'ready')) && <Options last={isMine ? run : undefined} />}
    </>
  )
}

const modes: readonly OptimizationMode[] = ['from_scratch', 'keep_assignment', 'insert_only']

function Options({ last }: { last: OptimizationRun | undefined }) {
  const { t } = useTranslation('optimize')
  const data = usePlanData()
  const formats = useFormats()
  const { set } = useRunState.getState()
  const [mode, setMode] = useState<OptimizationMode>(
    data.unassigned.length > 0 && data.routes.length > 0 && data.plan.status === 'in_progress'
      ? 'insert_only'
      : 'from_scratch',
  )
  const [balance, setBalance] = useState(0)
  const [seconds, setSeconds] = useState<string | number>('')
  const [fewer, setFewer] = useState(data.plan.optimizer_config?.minimise_vehicles ?? false)
  const [allowLate, setAllowLate] = useState(data.plan.optimizer_config?.allow_late ?? false)
  const [failure, setFailure] = useState('')
  const [isStarting, setStarting] = useState(false)
  const stops = [...data.stops.values()]
  const open = stops.filter(isOpen)
  const placeless = open.filter((stop) => !hasPlace(stop))
  const locked = data.routes.filter(({ is_locked }) => is_locked)
  const start = async () => {
    setStarting(true)
    setFailure('')
    try {
      const config = {
        minimise_vehicles: fewer,
        allow_late: allowLate,
        ...(seconds !== '' && { time_limit_seconds: Number(seconds) }),
      }
      const body = {
        mode,
        hold: true,
        config: { ...data.plan.optimizer_config, ...config },
        ...(balance > 0 && { balance }),
      }
      set(await call('POST /app/v1/plan/{plan_id}/optimization', { plan_id: data.plan.id, body }))
    } catch (error) {
      setFailure(failureText(error, t))
      setStarting(false)
    }
  }
  const showPlaceless = () => useSelection.getState().select(placeless.map(({ id }) => id))
  return (
    <>
      <section className={classes.part}>
        <dl className={classes.facts}>
          <dt>{t('stops_open')}</dt>
          <dd>{formats.number(open.length)}</dd>
          <dt>{t('unassigned')}</dt>
          <dd>{formats.number(data.unassigned.length)}</dd>
          <dt>{t('routes')}</dt>
          <dd>{data.routes.length === 0 ? t('routes_from_fleet') : formats.number(data.routes.length)}</dd>
          {locked.length > 0 && (
            <>
              <dt>{t('locked')}</dt>
              <dd>{formats.number(locked.length)}</dd>
            </>
          )}
        </dl>
        {placeless.length > 0 && (
          <Alert color="orange" mt="sm" p="xs">
            {t('placeless', { count: placeless.length })}{' '}
            <Button size="compact-xs" variant="subtle" onClick={showPlaceless}>
              {t('show')}
            </Button>
          </Alert>
        )}
      </section>
      <section className={classes.part}>
        <Stack gap="md">
          <Radio.Group label={t('mode')} value={mode} onChange={(value) => setMode(value as OptimizationMode)}>
            <Stack gap={10} mt={8}>
              {modes.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`modes.${value}`)}
                  description={t(`modes.${value}_text`)}
                  disabled={value !== 'from_scratch' && data.routes.length === 0}
                />
              ))}
            </Stack>
          </Radio.Group>
          <div>
            <Text size="sm" fw={500} id="balance-label">
              {t('balance')}
            </Text>
            <Slider
              mt={6}
              mb={18}
              aria-labelledby="balance-label"
              thumbLabel={t('balance')}
              label={null}
              min={0}
              max={1}
              step={0.1}
              value={balance}
              onChange={setBalance}
              marks={[
                { value: 0, label: t('cheapest') },
                { value: 1, label: t('most_even') },
              ]}
              styles={{ markLabel: { fontSize: '0.72rem' }, root: { paddingInline: 30 } }}
            />
          </div>
          <Switch
            label={t('fewer_vehicles')}
            checked={fewer}
            onChange={({ currentTarget: { checked } }) => setFewer(checked)}
          />
          <Switch
            label={t('allow_late')}
            description={t('allow_late_text')}
            checked={allowLate}
            onChange={({ currentTarget: { checked } }) => setAllowLate(checked)}
          />
          <NumberInput
            label={t('seconds')}
            description={t('seconds_text')}
            placeholder={t('automatic')}
            min={1}
            max={600}
            value={seconds}
            onChange={setSeconds}
          />
          {last?.state === 'failed' && <Alert color="red">{t('failed', { reason: last.error?.message ?? '' })}</Alert>}
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <Button
            size="md"
            leftSection={<IconSparkles size={18} />}
            loading={isStarting}
            disabled={open.length === 0}
            onClick={() => void start()}
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

function Running({ run }: { run: OptimizationRun }) {
  const { t } = useTranslation('optimize')
  const formats = useFormats()
  const [isEnding, setEnding] = useState(false)
  const { set, refresh } = useRunState.getState()
  const input = { plan_id: run.plan_id, run_id: run.id }
  const end = async (isKept: boolean) => {
    setEnding(true)
    try {
      if (isKept) set(await call('POST /app/v1/plan/{plan_id}/optimization/{run_id}/stop', input))
      else set(await call('DELETE /app/v1/plan/{plan_id}/optimization/{run_id}', input))
    } catch {
      await refresh(run.id)
    } finally {
      setEnding(false)
    }
  }
  return (
    <section className={classes.part}>
      <Stack gap="sm">
        <Text size="sm" role="status">
          {t('running')}
        </Text>
        <Progress value={run.progress * 100} size="lg" animated aria-label={t('progress')} />
        <CostCurve curve={run.curve} />
        <dl className={classes.facts}>
          {run.unassigned_stops !== undefined && (
            <>
              <dt>{t('unassigned')}</dt>
              <dd>{formats.number(run.unassigned_stops)}</dd>
            </>
          )}
          {run.tracks && (
            <>
              <dt>{t('routes_so_far')}</dt>
              <dd>{formats.number(run.tracks.filter(({ stop_ids }) => stop_ids.length > 0).length)}</dd>
            </>
          )}
        </dl>
        <Group grow>
          <Button variant="default" loading={isEnding} onClick={() => void end(false)}>
            {t('shell:cancel')}
          </Button>
          <Button leftSection={<IconPlayerStop size={16} />} loading={isEnding} onClick={() => void end(true)}>
            {t('stop_now')}
          </Button>
        </Group>
      </Stack>
    </section>
  )
}

function Ready({ run }: { run: OptimizationRun }) {
  const { t } = useTranslation('optimize')
  const edit = useEdit()
  const { set } = useRunState.getState()
  const [isSending, setSending] = useState(false)
  const apply = async () => {
    setSending(true)
    const isDone = await edit(t('did_optimize'), (label) => applyOptimization(label, run.id))
    setSending(false)
    if (!isDone) return
    set(undefined)
    useSelection.getState().closeDrawer()
  }
  const discard = async () => {
    setSending(true)
    await call('DELETE /app/v1/plan/{plan_id}/optimization/{run_id}', { plan_id: run.plan_id, run_id: run.id }).catch(
      () => undefined,
    )
    set(undefined)
    await usePlanStore.getState().refreshEditor()
    setSending(false)
  }
  return (
    <>
      {run.comparison && <Comparison comparison={run.comparison} />}
      <section className={classes.part} style={{ position: 'sticky', bottom: 0, background: 'var(--rw-surface)' }}>
        <Group grow>
          <Button variant="default" disabled={isSending} onClick={() => void discard()}>
            {t('discard')}
          </Button>
          <Button loading={isSending} onClick={() => void apply()}>
            {t('apply')}
          </Button>
        </Group>
      </section>
    </>
  )
}
