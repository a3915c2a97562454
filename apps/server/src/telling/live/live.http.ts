// Mounts the live streams: who may follow, what a connection gets first, and when it ends.
import type { PresenceUpdate } from '@routewright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getProject } from '../../accounts/projects/projects.ts'
import { getOwnUser } from '../../accounts/users/users.ts'
import { authenticate } from '../../frame/http/auth.ts'
import { type EventStream, openEventStream } from '../../frame/http/live.ts'
import { type App, type Context, mount } from '../../frame/http/mount.ts'
import type { UserPrincipal } from '../../frame/http/principals.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { createFeeds, type Feeds, liveScope } from './feed.ts'
import { findNewestChange, type LiveMessage, type LivePlace, readMissed } from './live.ts'
import { Presence, type PresentViewer } from './presence.ts'
import { PresenceFeeds, shownPart } from './presence-feed.ts'

const heartbeatSeconds = 15

interface Live {
  feeds: Feeds
  presence: Presence
  viewers: PresenceFeeds
  /** Checks whether streams may continue, one per stream. */
  rechecks: Set<() => void>
}

export function mountLive(app: App): void {
  const live = startLive(app)

  mount(app, 'streamPlan', async ({ params, query }, context) => {
    const plan = await context.read((scope) => getPlan(scope, params.plan_id))
    const user = await context.read(getOwnUser)
    const viewer: PresentViewer = {
      viewer_id: createId(new Date()),
      user_id: user.id ?? context.principal.userId,
      name: user.name || user.email || '',
      organization_id: plan.organization_id,
      project_id: plan.project_id,
      plan_id: plan.id,
      stop_ids: [],
      route_ids: [],
      since: new Date().toISOString(),
    }
    const place = { planId: plan.id }
    return follow(app, live, context, { place, projectId: plan.project_id, viewer, after: query.after })
  })

  mount(app, 'streamProject', async ({ params, query }, context) => {
    const project = await context.read((scope) => getProject(scope, params.project_id))
    return follow(app, live, context, { place: { projectId: project.id }, projectId: project.id, after: query.after })
  })

  mount(app, 'updatePresence', async ({ params, body }, { read, principal }) => {
    const plan = await read((scope) => getPlan(scope, params.plan_id))
    const viewer = live.presence.find(body.viewer_id)
    if (viewer?.user_id !== principal.userId || viewer.plan_id !== plan.id) throw notFound('viewer', body.viewer_id)
    const selected = withSelection(viewer, body)
    live.presence.update(selected)
    return shownPart(selected)
  })
}

function startLive(app: App): Live {
  const { services } = app
  const presence = new Presence(services.database, services.log)
  const live: Live = {
    feeds: createFeeds(services),
    presence,
    viewers: new PresenceFeeds(presence),
    rechecks: new Set(),
  }
  let listening: Promise<() => Promise<void>> | undefined
  app.addHook('onReady', async () => {
    const recheck = () => {
      for (const check of live.rechecks) check()
    }
    listening = services.database.listener.listen('principals', recheck)
    listening.catch(() => {})
    presence.start()
  })
  app.addHook('onClose', async () => {
    live.viewers.close()
    await presence.close()
    const stop = await listening?.catch(() => undefined)
    await stop?.()
  })
  return live
}

function withSelection(viewer: PresentViewer, update: PresenceUpdate): PresentViewer {
  const { stop_ids = viewer.stop_ids, route_ids = viewer.route_ids, view = viewer.view } = update
  const { view: _view, ...others } = viewer
  return { ...others, stop_ids: [...stop_ids], route_ids: [...route_ids], ...(view ? { view } : {}) }
}

interface Following {
  place: LivePlace
  projectId: string
  viewer?: PresentViewer
  after: string | undefined
}

/** Responds with the stream, which continues until the page, the session or the server ends. */
async function follow(
  app: App,
  live: Live,
  { principal, services, request, reply }: Context<UserPrincipal>,
  { place, projectId, viewer, after }: Following,
): Promise<FastifyReply> {
  const { organizationId } = principal
  const ends: (() => void)[] = []
  const stream = openEventStream(app, reply, () => {
    for (const end of ends) end()
  })
  const tell = teller(stream, place, () => presence.showAll())
  const early: LiveMessage[] = []
  let isCaughtUp = false
  ends.push(
    live.feeds.follow(place, organizationId, {
      onMessages: (messages) => (isCaughtUp ? tell.all(messages) : early.push(...messages)),
      onMissed: tell.missed,
    }),
  )
  const presence = live.viewers.follow(place, tell.text)
  ends.push(presence.end)
  const lastSeen = after ?? readLastEventId(request)
  const scope = liveScope(services, organizationId)
  const newest = await findNewestChange(scope)
  const missed = lastSeen === undefined ? undefined : await readMissed(scope, place, lastSeen)
  const viewerId = viewer?.viewer_id ?? createId(new Date())
  tell.soft(
    'hello',
    { viewer_id: viewerId, heartbeat_seconds: heartbeatSeconds, resumed: missed !== undefined },
    newest,
  )
  tell.all([...(missed ?? []), ...early])
  isCaughtUp = true
  if (viewer) ends.push(live.presence.enter(viewer))
  presence.showAll()
  ends.push(watchRights(app, live, request, stream, projectId))
  // The page may have disconnected while the first events were read.
  if (stream.isClosed) for (const end of ends) end()
  return reply
}

/**
 * Sends events in order. A reader that falls too far behind gets nothing more; once it has caught up, it is told to reload, and
 * `showAgain` sends what reloading does not bring.
 */
function teller(stream: EventStream, place: LivePlace, showAgain: () => void) {
  let isBehind = false
  const reload = () => ({ plan_id: 'planId' in place ? place.planId : undefined, reason: 'missed' })
  const send = (event: string, data: object | string, id?: string) => {
    if (isBehind) {
      if (!stream.isDrained) return
      isBehind = false
      stream.send('reload', reload())
      showAgain()
    }
    if (!stream.send(event, data, id)) isBehind = true
  }
  return {
    all: (messages: readonly LiveMessage[]) => {
      for (const { event, data, id } of messages) send(event, data, id)
    },
    /** Sends events that are not about a record, which need no reload when dropped. */
    soft: send,
    /** The same for data that are JSON already, written once for many streams. */
    text: (event: string, data: string) => send(event, data),
    missed: () => send('reload', reload()),
  }
}

/** Ends the stream when the session or the access to the project ends; meanwhile sends heartbeats. */
function watchRights(
  app: App,
  live: Live,
  request: FastifyRequest,
  stream: EventStream,
  projectId: string,
): () => void {
  const end = (reason: 'session_ended' | 'forbidden') => {
    stream.send('end', { reason })
    stream.close()
  }
  const check = async () => {
    try {
      const now = app.services.clock.now()
      const { projects } = (await authenticate('session', request, app.principals, now)) as UserPrincipal
      if (projects !== 'all' && !projects.has(projectId)) end('forbidden')
    } catch (error) {
      const isRefused = (error as { status?: number }).status !== undefined
      if (isRefused) end('session_ended')
      else request.log.warn({ err: error }, 'could not look whether a live stream may go on')
    }
  }
  const recheck = () => void check()
  live.rechecks.add(recheck)
  const beating = setInterval(() => {
    stream.send('heartbeat', {})
    recheck()
  }, heartbeatSeconds * 1000)
  beating.unref()
  return () => {
    clearInterval(beating)
    live.rechecks.delete(recheck)
  }
}

function readLastEventId(request: FastifyRequest): string | undefined {
  const value = request.headers['last-event-id']
  return typeof value === 'string' && /^[0-9]{1,18}$/.test(value) ? value : undefined
}
