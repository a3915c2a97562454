// Mounts the operations of the played day: for people of the demo only, on the machine that it was started on.
import type { Play, PlayOrder } from '@routewright/contract'
import { type App, type Context, mount } from '../../../frame/http/mount.ts'
import { demoOpenTo } from '../../../frame/http/outbox.ts'
import { invalidPayload, notFound } from '../../../frame/platform/api-error.ts'
import type { PhoneCall } from './play-day.ts'
import { Player } from './player.ts'

const usualSpeed = 60

export function mountPlay(app: App): void {
  const player = new Player(app.services, getPhoneCalls(app))
  app.addHook('onListen', () => player.open())
  app.addHook('preClose', () => player.close())
  app.services.trial.endings.push(() => player.pause())

  mount(app, 'getPlay', async (_input, context) => {
    requireDemo(context)
    return player.describe()
  })

  mount(app, 'orderPlay', ({ body }, context) => {
    requireDemo(context)
    return obey(player, body)
  })
}

/** Makes the calls of phones without the network: the service handles them like any others. */
export function getPhoneCalls(app: Pick<App, 'inject'>): PhoneCall {
  return async (token, method, url, body) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await app.inject({ method, url, headers, ...(body ? { payload: body } : {}) })
    return { status: answer.statusCode, text: answer.body }
  }
}

async function obey(player: Player, { action, plan_id, speed = usualSpeed }: PlayOrder): Promise<Play> {
  switch (action) {
    case 'start':
      if (!plan_id) {
        throw invalidPayload('plan_id', 'is needed to start')
      }
      await player.start(plan_id, speed)
      break
    case 'pause':
      await player.pause()
      break
    case 'resume':
      await player.resume()
      break
    case 'speed':
      player.setSpeed(speed)
  }
  return player.describe()
}

/** Throws 404 for everybody else. */
function requireDemo({ services, request, principal }: Context): void {
  const organizationId = demoOpenTo(services, request)
  if (organizationId === undefined || organizationId !== principal.organizationId) throw notFound('demo', 'day')
}
