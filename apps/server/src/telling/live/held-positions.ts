// Merges positions that come in quick succession, and sends them at most once a second.
import type { LiveChange } from '@routewright/contract'
import type { LiveMessage } from './live.ts'

/** Least time between two messages: vehicles move all the time, and nobody sees more than this. */
export const positionsMilliseconds = 1_000

interface PositionsData {
  plan_id: string
  positions: { route_id: string }[]
  estimates: { stop_id: string }[]
}

function withoutTold(held: LiveMessage, { stops, routes }: LiveChange): LiveMessage {
  const told = new Set([...stops, ...routes].map(({ id }) => id))
  const data = held.data as PositionsData
  const positions = data.positions.filter(({ route_id }) => !told.has(route_id))
  return {
    ...held,
    data: { ...data, positions, estimates: data.estimates.filter(({ stop_id }) => !told.has(stop_id)) },
  }
}

/** Merges positions: the latest of each vehicle and stop counts. */
export function holdPositions(send: (messages: LiveMessage[]) => void) {
  let held: LiveMessage | undefined
  let timer: NodeJS.Timeout | undefined
  const release = () => {
    timer = undefined
    if (!held) return
    send([held])
    held = undefined
    timer = setTimeout(release, positionsMilliseconds)
    timer.unref()
  }
  return {
    add(messages: readonly LiveMessage[]) {
      for (const message of messages) held = held ? together(held, message) : message
      if (held && !timer) release()
    },
    /** Drops held positions of the stops and routes in these messages, which are newer. */
    forget(messages: readonly LiveMessage[]) {
      if (!held) return
      for (const { event, data } of messages) if (event === 'change') held = withoutTold(held, data as LiveChange)
    },
    end: () => clearTimeout(timer),
  }
}

function together(before: LiveMessage, after: LiveMessage): LiveMessage {
  const [old, now] = [before.data as PositionsData, after.data as PositionsData]
  const positions = new Map([...old.positions, ...now.positions].map((position) => [position.route_id, position]))
  const estimates = new Map([...old.estimates, ...now.estimates].map((estimate) => [estimate.stop_id, estimate]))
  return { ...after, data: { ...now, positions: [...positions.values()], estimates: [...estimates.values()] } }
}
