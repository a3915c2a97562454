// "Drive it for me": simulated drivers drive a plan of the demo, up to sixty times as fast as the clock.
import { Button, Group, Select, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Play, PlayOrder, Today } from '@routewright/contract'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noteTime, organizationNow, usePlay } from '../../shell/clock.ts'
import { call } from '../../shell/service.ts'
import { useFormats, useSession } from '../../shell/session.ts'
import { useAction } from '../../shell/use-action.ts'
import classes from '../../today/today.module.css'

const speeds = [1, 5, 15, 30, 60] as const
const TICK_MS = 1_000

export default function PlayPanel({ today }: { today: Today }) {
  const play = usePlay(useSession().is_demo === true)
  if (!play) return null
  return <Panel play={play} planId={planToDrive(today)} />
}

/** The first plan with routes that are not driven to the end. */
function planToDrive({ plans, next }: Today): string | undefined {
  const isOpen = (day: Today['plans'][number]) =>
    day.assigned_stops > 0 && day.plan.pending_stops > 0 && day.plan.status !== 'draft'
  return [...plans, ...(next ? [next] : [])].find(isOpen)?.plan.id
}

function Panel({ play, planId }: { play: Play; planId: string | undefined }) {
  const { t } = useTranslation('today')
  const { order, isBusy, failure } = useOrders()
  const [speed, setSpeed] = useState(play.state === 'none' ? 60 : play.speed)
  const isPlaying = play.state === 'playing'
  const mayResume = play.state === 'paused' && play.plan_id === planId
  const start = () =>
    order(mayResume ? { action: 'resume' } : { action: 'start', speed, ...(planId ? { plan_id: planId } : {}) })
  const changeSpeed = (value: string | null) => {
    setSpeed(Number(value))
    if (play.state !== 'none') void order({ action: 'speed', speed: Number(value) })
  }
  return (
    <section className={classes.play} aria-label={t('play.title')}>
      <div className={classes.playWords}>
        <h2 className={classes.stepTitle}>{t('play.title')}</h2>
        <Text size="sm" c="dimmed">
          {t(planId || isPlaying ? `play.${play.state}` : 'play.nothing')}
        </Text>
        {(failure || play.fault) && (
          <Text size="sm" c="var(--rw-failed)" role="alert">
            {failure || play.fault}
          </Text>
        )}
      </div>
      <Group gap="sm" align="center">
        <DemoTime />
        <Select
          aria-label={t('play.speed')}
          w={130}
          allowDeselect={false}
          value={String(speed)}
          data={speeds.map((value) => ({ value: String(value), label: t('play.times', { count: value }) }))}
          onChange={changeSpeed}
        />
        {isPlaying ? (
          <Button
            leftSection={<IconPlayerPause size={17} />}
            loading={isBusy}
            onClick={() => void order({ action: 'pause' })}
          >
            {t('play.pause')}
          </Button>
        ) : (
          <Button
            variant="light"
            leftSection={<IconPlayerPlay size={17} />}
            loading={isBusy}
            disabled={!planId}
            onClick={() => void start()}
          >
            {t(mayResume ? 'play.resume' : 'play.start')}
          </Button>
        )}
      </Group>
    </section>
  )
}

/** Sends an order; what it changed is seen at once. */
function useOrders() {
  const client = useQueryClient()
  const { run, isBusy, failure } = useAction()
  const order = (body: PlayOrder) =>
    run(async () => {
      const play = await call(operations.orderPlay, { body })
      noteTime(play)
      client.setQueryData(['play'], play)
      await client.invalidateQueries({ queryKey: ['today'] })
    })
  return { order, isBusy, failure }
}

/** The demo's time, as it runs. */
function DemoTime() {
  const { t } = useTranslation('today')
  const formats = useFormats()
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className={classes.time} role="img" aria-label={t('play.time')}>
      {formats.dateTime(new Date(organizationNow()).toISOString())}
    </span>
  )
}
