// The break: begins and ends with a tap, and counts meanwhile.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { useFormats } from '../parts/formats.ts'
import { Screen } from '../parts/screen.tsx'
import { showInstead } from '../parts/screens.ts'
import { breakText, lawfulBreak } from '../route/break-text.ts'
import { takeBreak } from '../route/doings.ts'
import type { RouteView } from '../route/use-route.ts'

export function Pause({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const planned = view.route.vehicle?.break
  const pause = view.route.break_stop
  const lawful = lawfulBreak(view.route)
  const seconds = useSecondsSince(pause?.real_end_time ? undefined : pause?.real_start_time)
  const isRunning = pause?.real_start_time !== undefined && !pause.is_completed

  return (
    <Screen title={t('break.title')} backTo="route" footer={<BreakButton view={view} isRunning={isRunning} />}>
      <div className="clock">
        {isRunning && (
          <>
            <p className="count" role="timer">
              {count(seconds)}
            </p>
            <p className="dim">{t('break.since', { time: formats.clock(pause.real_start_time!) })}</p>
          </>
        )}
        {pause?.is_completed && pause.real_start_time && pause.real_end_time && (
          <p>
            {t('break.taken', {
              duration: formats.duration((Date.parse(pause.real_end_time) - Date.parse(pause.real_start_time)) / 1000),
            })}
          </p>
        )}
        {lawful && <p className="dim">{breakText(lawful, t, formats)}</p>}
        {planned && !lawful && !pause?.is_completed && (
          <p className="dim">
            {t('break.plannedFor', {
              duration: formats.duration(planned.duration),
              window: formats.timeWindow([planned.start, planned.end]),
            })}
          </p>
        )}
        {!planned && !lawful && !pause?.real_start_time && <p className="dim">{t('break.none')}</p>}
      </div>
    </Screen>
  )
}

/** Begins the break, ends it, or leads back once it is over. */
function BreakButton({ view, isRunning }: { view: RouteView; isRunning: boolean }) {
  const { t } = useTranslation()
  if (view.route.break_stop?.is_completed) {
    return <Button look="main" text={t('break.backToRoute')} onClick={() => showInstead('route')} />
  }
  if (!isRunning) {
    return <Button look="main" text={t('break.start')} onClick={() => takeBreak(view, 'start')} />
  }
  const end = () => takeBreak(view, 'end').then(() => showInstead('route'))
  return <Button look="main good" text={t('break.end')} onClick={end} />
}

/** 12:05, also 1:02:05. */
function count(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

function useSecondsSince(moment: string | undefined): number {
  const [at, setAt] = useState(Date.now)
  useEffect(() => {
    if (moment === undefined) return
    const ticking = setInterval(() => setAt(Date.now()), 1_000)
    return () => clearInterval(ticking)
  }, [moment])
  return moment === undefined ? 0 : Math.max(0, Math.floor((at - Date.parse(moment)) / 1000))
}
