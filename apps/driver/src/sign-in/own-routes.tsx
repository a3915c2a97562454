// The first screen of who is signed in: today's routes and those of the next days, also without a connection.
import { createFormats } from '@routewright/ui/format'
import { withRegion } from '@routewright/ui/locale'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { readConnection, watchConnection } from '../outbox/flushing.ts'
import { countUnsent, readQueue } from '../outbox/outbox.ts'
import { Icon } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'
import type { KeptSignIn } from '../store/database.ts'
import { linkTo, refreshRoutes, signOut, type Trouble } from './sign-ins.ts'

/** How often routes are asked for while the list is looked at. */
const REFRESH_MILLISECONDS = 60_000

type OwnRoute = KeptSignIn['routes'][number]

export function OwnRoutes({ signIns }: { signIns: readonly KeptSignIn[] }) {
  const { t } = useTranslation()
  const connection = useSyncExternalStore(watchConnection, readConnection)
  const [trouble, setTrouble] = useState<Trouble | 'unsent'>()
  useRefreshing()
  const { driver_label } = signIns[0]!
  return (
    <Screen title={t('ownRoutes.title')} subtitle={driver_label}>
      {connection === 'offline' && (
        <p className="note">
          <Icon name="cloud" /> {t('ownRoutes.offline')}
        </p>
      )}
      {signIns.map((signIn) => (
        <Routes key={signIn.token} signIn={signIn} isNamed={signIns.length > 1} onTrouble={setTrouble} />
      ))}
      {trouble && (
        <p className="trouble" role="alert">
          <Icon name="warning" /> {t(trouble === 'unsent' ? 'ownRoutes.unsent' : `signIn.trouble.${trouble}`)}
        </p>
      )}
      <SignOut signIns={signIns} onTrouble={setTrouble} />
    </Screen>
  )
}

function useRefreshing(): void {
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) void refreshRoutes()
    }
    refresh()
    const ticking = setInterval(refresh, REFRESH_MILLISECONDS)
    document.addEventListener('visibilitychange', refresh)
    addEventListener('online', refresh)
    return () => {
      clearInterval(ticking)
      document.removeEventListener('visibilitychange', refresh)
      removeEventListener('online', refresh)
    }
  }, [])
}

interface RoutesProps {
  signIn: KeptSignIn
  /** Where several are signed in, each is named by whom it is with. */
  isNamed: boolean
  onTrouble(trouble: Trouble | undefined): void
}

function Routes({ signIn, isNamed, onTrouble }: RoutesProps) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const formats = useMemo(() => createFormats({ language: withRegion(language), timeZone: 'UTC' }), [language])
  const { routes, today, token } = signIn
  const days = [...Map.groupBy(routes, ({ date }) => date)]
  const open = async ({ route_id }: OwnRoute) => {
    onTrouble(undefined)
    const link = await linkTo(token, route_id)
    if (link) location.assign(`${import.meta.env.BASE_URL}${link}`)
    else onTrouble('offline')
  }
  return (
    <section>
      {isNamed && <h2 className="list-title">{`${signIn.organization_label} · ${signIn.project_label}`}</h2>}
      {today !== '' && days.every(([date]) => date !== today) && <p className="note">{t('ownRoutes.noneToday')}</p>}
      {days.map(([date, ofDay]) => (
        <section key={date}>
          <h2 className="list-title">{date === today ? t('ownRoutes.today') : formats.shortCalendarDate(date)}</h2>
          <nav className="menu">
            {ofDay.map((route) => (
              <button key={route.route_id} type="button" className="entry" onClick={() => void open(route)}>
                <Icon name="drive" />
                <span className="grow">
                  <strong>{route.label ?? t('ownRoutes.route')}</strong>
                  <span className="details">
                    <span>{t('ownRoutes.stops', { count: route.stops })}</span>
                    {route.planned_start_time !== undefined && (
                      <span>{t('ownRoutes.start', { time: formats.timeOfDay(route.planned_start_time) })}</span>
                    )}
                    {route.status === 'in_transit' && <span>{t('ownRoutes.underWay')}</span>}
                  </span>
                </span>
                <Icon name="next" size={20} />
              </button>
            ))}
          </nav>
        </section>
      ))}
    </section>
  )
}

/** Signs out after sending what waits, which would otherwise wait for the next sign-in. */
function SignOut({
  signIns,
  onTrouble,
}: {
  signIns: readonly KeptSignIn[]
  onTrouble(trouble: Trouble | 'unsent' | undefined): void
}) {
  const { t } = useTranslation()
  const leave = async () => {
    onTrouble(undefined)
    if (countUnsent((await readQueue()).waiting) > 0) return onTrouble('unsent')
    for (const { token } of signIns) {
      const trouble = await signOut(token)
      if (trouble) return onTrouble(trouble)
    }
  }
  return (
    <button type="button" className="quiet" onClick={() => void leave()}>
      {t('ownRoutes.signOut')}
    </button>
  )
}
