// The addresses of the planner, each with the screen that is loaded for it. A new screen is one line in `pages`, here or in its annex.

import { ServiceError } from '@routewright/client/service'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { PlannerAnnex } from '../shell/annex.ts'
import { projectsQuery, sessionQuery } from '../shell/session.ts'
import { SignInPage } from '../sign-in/sign-in-page.tsx'
import { opensWithStart } from '../start/start-facts.ts'
import { CrashScreen, MissingScreen } from './fallback-screens.tsx'

interface RouterContext {
  queries: QueryClient
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: CrashScreen,
  notFoundComponent: MissingScreen,
})

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  component: SignInPage,
  validateSearch: (search): { to?: string; organization?: string } => ({
    ...(typeof search.to === 'string' ? { to: search.to } : {}),
    // Kept as text, though an id of digits alone reads as a number.
    ...(/^[0-9a-f]{24}$/.test(String(search.organization)) ? { organization: String(search.organization) } : {}),
  }),
})

/** The page that providers send people back to, with their result in the address. */
const providerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/provider',
  component: lazyRouteComponent(() => import('../sign-in/provider-page.tsx'), 'ProviderPage'),
  // Kept untouched: the search part belongs to the provider.
  validateSearch: (search: Record<string, unknown>) => search,
})

/** Pages of links that mails carry: whoever holds the link may open them. */
const openPages = (
  [
    ['/forgotten', 'ForgottenPage'],
    ['/invite/$token', 'InvitePage'],
    ['/reset/$token', 'ResetPage'],
    ['/setup/$token', 'SetupPage'],
  ] as const
).map(([path, name]) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(() => import('../sign-in/link-pages.tsx'), name),
  }),
)

// biome-ignore lint/suspicious/noExplicitAny: a module of any screen; its export is named beside it
type Screen = () => Promise<any>

const loadFrame = () => import('./frame-screen.tsx')
/** Screens by path. */
const screens = new Map<string, Screen>()

/** Everything below needs somebody who is signed in. */
const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: lazyRouteComponent(loadFrame, 'FrameScreen'),
  errorComponent: CrashScreen,
  beforeLoad: async ({ context, location, matches }) => {
    // The screen is fetched while it is found out who asks; what fails is told when it is shown.
    for (const load of [loadFrame, screens.get(matches.at(-1)?.fullPath ?? '')]) load?.().catch(() => undefined)
    try {
      await context.queries.ensureQueryData(sessionQuery)
    } catch (error) {
      if (error instanceof ServiceError && error.status === 401) {
        throw redirect({ to: '/sign-in', search: { to: location.href } })
      }
      throw error
    }
    await context.queries.ensureQueryData(projectsQuery)
  },
})

const indexRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    throw redirect({ to: (await opensWithStart(context.queries)) ? '/start' : '/today' })
  },
})

/** A screen below the frame. Its query parameters are its own: `useSearch({ strict: false })` and `useNavigate`. */
function page<const Path extends string>(path: Path, load: Screen, name: string) {
  screens.set(path, load)
  return createRoute({
    getParentRoute: () => frameRoute,
    path,
    component: lazyRouteComponent(load, name),
    validateSearch: (search: Record<string, unknown>) => search,
  })
}

const pages = [
  page('/today', () => import('../today/today-page.tsx'), 'TodayPage'),
  page('/start', () => import('../start/start-page.tsx'), 'StartPage'),
  page('/plans', () => import('../plans/plans-page.tsx'), 'PlansPage'),
  page('/plan/$planId', () => import('../editor/plan-screen.tsx'), 'PlanScreen'),
  page('/zones', () => import('../zones/zones-page.tsx'), 'ZonesPage'),
  page('/settings', () => import('../settings/settings-page.tsx'), 'SettingsPage'),
  page('/settings/$part', () => import('../settings/settings-page.tsx'), 'SettingsPage'),
  page('/fleet', () => import('../fleet/fleet-page.tsx'), 'FleetPage'),
  page('/depots', () => import('../depots/depots-page.tsx'), 'DepotsPage'),
  page('/drivers', () => import('../drivers/drivers-page.tsx'), 'DriversPage'),
  page('/drivers/week', () => import('../drivers/week-page.tsx'), 'WeekPage'),
  page('/clients', () => import('../clients/clients-page.tsx'), 'ClientsPage'),
]

export function createPlannerRouter(queries: QueryClient, annexes: readonly PlannerAnnex[]) {
  const pagesOfAnnexes = annexes.flatMap(({ pages: own = [] }) =>
    own.map(({ path, load, name }) => page(path, load, name)),
  )
  const routeTree = rootRoute.addChildren([
    signInRoute,
    providerRoute,
    ...openPages,
    frameRoute.addChildren([indexRoute, ...pages, ...pagesOfAnnexes]),
  ])
  return createRouter({
    routeTree,
    basepath: '/planner',
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMs: 200,
  })
}
