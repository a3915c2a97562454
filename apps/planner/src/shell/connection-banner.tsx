// Says kindly that the service is away or busy, and counts down to the next try, which may be had at once.
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './connection-banner.module.css'
import { useConnection } from './service.ts'

export function ConnectionBanner() {
  const { t } = useTranslation('shell')
  const waiting = useConnection((state) => state.waiting)
  const isOnline = useOnline()
  const seconds = useSecondsUntil(waiting?.until)
  if (!waiting && isOnline) return null
  const reason = isOnline ? waiting!.reason : 'offline'
  return (
    <Strip>
      {reason === 'offline' ? <IconCloudOff size={18} /> : <IconAlertTriangle size={18} />}
      <span className={classes.words}>{t(`connection.${reason}`)}</span>
      {waiting && seconds > 0 && (
        <span className={classes.count} aria-hidden="true">
          {t('connection.again', { count: seconds })}
        </span>
      )}
      {waiting && waiting.reason !== 'busy' && (
        <Button size="compact-sm" variant="default" className={classes.now} onClick={waiting.again}>
          {t('connection.now')}
        </Button>
      )}
    </Strip>
  )
}

/** Tells its height to what stands at the top of the screen, which keeps below it. */
function Strip({ children }: { children: ReactNode }) {
  const strip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = strip.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--rw-banner', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--rw-banner')
    }
  }, [])
  return (
    <div ref={strip} className={classes.banner} role="status">
      {children}
    </div>
  )
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const read = () => setOnline(navigator.onLine)
    window.addEventListener('online', read)
    window.addEventListener('offline', read)
    return () => {
      window.removeEventListener('online', read)
      window.removeEventListener('offline', read)
    }
  }, [])
  return isOnline
}

function useSecondsUntil(until: number | undefined): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (until === undefined) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [until])
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
}
