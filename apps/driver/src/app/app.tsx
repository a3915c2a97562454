// The app: opens the link, keeps it fresh, follows the position, and shows the screen that the address names.
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useScreen } from '../parts/screens.ts'
import { useShownTheme } from '../parts/theme.ts'
import { followPositions, type PositionTrouble } from '../position/positions.ts'
import { useWakeLock } from '../position/wake-lock.ts'
import { renewAlerts } from '../route/alerts.ts'
import { keepMap } from '../route/keep-map.ts'
import { type OpenResult, openLink, refreshRoute } from '../route/refresh.ts'
import { type RouteView, useRoute } from '../route/use-route.ts'
import { Amend } from '../screens/amend.tsx'
import { Deliver } from '../screens/deliver.tsx'
import { End } from '../screens/end.tsx'
import { Failed } from '../screens/failed.tsx'
import { LoadCheck } from '../screens/load-check.tsx'
import { Menu } from '../screens/menu.tsx'
import { Pause } from '../screens/pause.tsx'
import { Problem } from '../screens/problem.tsx'
import { Queue } from '../screens/queue.tsx'
import { Returns } from '../screens/returns.tsx'
import { RouteList } from '../screens/route-list.tsx'
import { Stop } from '../screens/stop.tsx'
import { Talk } from '../screens/talk.tsx'
import { Today } from '../screens/today.tsx'
import { OwnRoutes } from '../sign-in/own-routes.tsx'
import { SignIn } from '../sign-in/sign-in.tsx'
import { useSignIns } from '../sign-in/sign-ins.ts'
import { database, type KeptSignIn } from '../store/database.ts'
import { noteStoring } from '../store/unstored.ts'
import { whenWorkerAnswers } from '../store/worker.ts'
import { Banners } from './banners.tsx'
import { UndoBar } from './undo-bar.tsx'

const home = import.meta.env.BASE_URL
const RouteMap = lazy(() => import('../route/route-map.tsx'))

/** How often the dispatcher's changes are asked for while the app is looked at. */
const REFRESH_MILLISECONDS = 20_000

/** The token of the link in the address. */
const addressed = () => location.pathname.split('/')[2]

export function App() {
  useShownTheme()
  const [screen, letters] = useScreen()
  const signIns = useSignIns()
  const opened = useOpenedLink()
  if (opened === undefined || signIns === undefined) return <Skeleton />
  const isAtHome = !addressed()
  if (isAtHome && screen === 'code' && letters) return <SignIn letters={letters} />
  if (isAtHome && screen === 'routes') return signIns.length > 0 ? <OwnRoutes signIns={signIns} /> : <SignIn />
  if (isAtHome && screen === '' && signIns.length > 0) return <Home signIns={signIns} opened={opened} />
  if (opened.kind === 'open') return <OpenRoute routeId={opened.route_id} />
  return opened.kind === 'none' ? <SignIn /> : <Closed why={opened.kind} />
}

/** Start page of signed-in drivers: lists their routes, or opens the one under way. */
function Home({ signIns, opened }: { signIns: readonly KeptSignIn[]; opened: Opened }) {
  const routeId = opened.kind === 'open' ? opened.route_id : ''
  const view = useRoute(routeId)
  if (view === undefined) return <Skeleton />
  const isUnderWay = view?.route.status === 'in_transit' && !view.kept.is_closed
  return isUnderWay ? <OpenRoute routeId={routeId} /> : <OwnRoutes signIns={signIns} />
}

type Opened = OpenResult | { kind: 'none' }

/** The first reading of the link, under way before the first screen. */
let beginning: Promise<OpenResult> | undefined

/** Asks for the route while the words are still on their way: a slow line takes a second for each of them. */
export function beginOpening(): void {
  const token = addressed()
  if (token) beginning = openLink(token)
}

/** The link of the address; without one, the route that was opened last on this phone. */
function useOpenedLink(): Opened | undefined {
  const [opened, setOpened] = useState<Opened>()
  useEffect(() => {
    let isOver = false
    const open = async () => {
      const token = addressed() || (await lastLink())
      if (!token) return setOpened({ kind: 'none' })
      const known = await database.links.get(token)
      // Shows the known route at once, while the service is asked.
      if (known && (await database.routes.get(known.route_id))) setOpened({ kind: 'open', route_id: known.route_id })
      const result = await (beginning ?? openLink(token))
      beginning = undefined
      if (!isOver) setOpened(result)
    }
    void open()
    const again = () => void open()
    addEventListener('online', again)
    return () => {
      isOver = true
      removeEventListener('online', again)
    }
  }, [])
  return opened
}

/** Returns the link of a route that is still on the phone, preferably one that has not ended. */
async function lastLink(): Promise<string | undefined> {
  const links = await database.links.orderBy('opened_at').toArray()
  const kept = new Set(await database.routes.toCollection().primaryKeys())
  return links.findLast(({ route_id }) => kept.has(route_id))?.token ?? links.findLast(({ is_dead }) => !is_dead)?.token
}

function OpenRoute({ routeId }: { routeId: string }) {
  const view = useRoute(routeId)
  const isUnderWay = view?.route.status === 'in_transit'
  const [trouble, setTrouble] = useState<PositionTrouble>()
  useWakeLock(isUnderWay)
  useEffect(() => {
    if (!isUnderWay) return setTrouble(undefined)
    return followPositions(routeId, setTrouble)
  }, [routeId, isUnderWay])
  useRefreshing(routeId)
  useRenewedAlerts(routeId)
  useKeptMap(view)
  if (view === undefined) return <Skeleton />
  if (view === null) return <Closed why="offline" />
  return (
    <>
      <Banners view={view} trouble={trouble} />
      <ScreenOf view={view} />
      <UndoBar view={view} />
    </>
  )
}

function useRefreshing(routeId: string): void {
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible' && navigator.onLine)
        refreshRoute(routeId).catch(() => noteStoring(false))
    }
    const ticking = setInterval(refresh, REFRESH_MILLISECONDS)
    document.addEventListener('visibilitychange', refresh)
    addEventListener('online', refresh)
    return () => {
      clearInterval(ticking)
      document.removeEventListener('visibilitychange', refresh)
      removeEventListener('online', refresh)
    }
  }, [routeId])
}

/** A phone that is told of messages is told of those of this route. */
function useRenewedAlerts(routeId: string): void {
  const { i18n } = useTranslation()
  const language = i18n.resolvedLanguage
  useEffect(() => {
    void renewAlerts(routeId, language)
  }, [routeId, language])
}

/** Once the worker runs, so that it keeps what is fetched. */
function useKeptMap(view: RouteView | null | undefined): void {
  const routeId = view?.id
  const isWanted = view !== undefined && view !== null && view.kept.is_map_done !== true
  const track = view?.route.planned_track
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a route and its way
  useEffect(() => {
    if (!isWanted || !routeId) return
    void whenWorkerAnswers()
      .then(() => keepMap(routeId, view.route))
      .catch(() => {})
  }, [routeId, isWanted, track])
}

function ScreenOf({ view }: { view: RouteView }): ReactNode {
  const [name = '', id, part] = useScreen()
  switch (name) {
    case 'today':
      return <Today view={view} />
    case 'load':
      return <LoadCheck view={view} />
    case 'list':
    case 'route':
      if (name === 'route' && view.route.status === 'finished') return <End view={view} />
      return <RouteList view={view} />
    case 'map':
      return (
        <Suspense fallback={<Skeleton />}>
          <RouteMap view={view} />
        </Suspense>
      )
    case 'break':
      return <Pause view={view} />
    case 'problem':
      return <Problem view={view} stopId={id} />
    case 'talk':
      return <Talk view={view} stopId={id} />
    case 'returns':
      return <Returns view={view} />
    case 'queue':
      return <Queue view={view} />
    case 'menu':
      return <Menu view={view} />
    case 'stop': {
      // Work begun at a stop can be finished after the stop has left the route.
      const stop = view.route.stops.find((stop) => stop.id === id) ?? view.drafts.get(id ?? '')?.stop
      if (!stop) return <RouteList view={view} />
      if (stop.status === 'pending' && part === 'deliver') return <Deliver key={stop.id} view={view} stop={stop} />
      if (stop.status === 'pending' && part === 'failed') return <Failed key={stop.id} view={view} stop={stop} />
      if (part === 'amend') return <Amend key={stop.id} view={view} stop={stop} />
      return <Stop view={view} stop={stop} />
    }
    default:
      if (view.route.status === 'not_started') return <Today view={view} />
      return view.route.status === 'finished' ? <End view={view} /> : <RouteList view={view} />
  }
}

function Skeleton() {
  return (
    <main className="skeleton" aria-busy="true">
      <div />
      <div />
      <div />
    </main>
  )
}

/** No route to show: why, and what to do. */
function Closed({ why }: { why: 'closed' | 'offline' }) {
  const { t } = useTranslation()
  return (
    <main className="closed">
      <Icon name={why === 'offline' ? 'cloud' : 'warning'} size={56} />
      <h1>{t(`closed.${why}.title`)}</h1>
      <p>{t(`closed.${why}.text`)}</p>
      <Button look="main" text={t('action.tryAgain')} onClick={() => location.reload()} />
      {why === 'closed' && (
        <Button look="quiet" text={t('signIn.title')} onClick={() => location.assign(`${home}#/routes`)} />
      )}
    </main>
  )
}
