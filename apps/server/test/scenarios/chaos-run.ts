// kill -9 again and again while plans are written to, optimized and told of; afterwards nothing may be lost or half done.
import { createRandom } from '../random.ts'
import { beginRound, countAcknowledged, judgeRound, type Round, writeUntilKilled } from './chaos-round.ts'
import { type CountedWrites, countWrites, prepareTenant, readPlan, settle } from './chaos-settle.ts'
import { type ServiceSettings, startService } from './service-process.ts'
import { openReceiver } from './webhook-receiver.ts'

export interface ChaosOptions {
  settings: ServiceSettings
  kills: number
  seed: number
  say?: (line: string) => void
}

export interface ChaosResult extends CountedWrites {
  /** Everything that must not be; empty when all is well. */
  faults: string[]
  events: { distinct: number; deliveries: number }
  /** From the start of the process until it serves. */
  startSeconds: number[]
  /** How the plans' optimizations ended that were under way at the last kill of their plan. */
  endings: Record<string, number>
  /** Until the last event had arrived and the last optimization had ended after the last start. */
  settledSeconds: number
}

/** Acknowledged writes before a kill, at most: from hardly begun to in full swing, however slow the machine is. */
const mostWrites = 15
/** After so long it is killed whatever was written. */
const longestMilliseconds = 8_000

export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { settings, say = () => {} } = options
  const random = createRandom(options.seed)
  const receiver = await openReceiver({ delayMilliseconds: 15 })
  const startSeconds: number[] = []
  const start = async () => {
    const begun = performance.now()
    const service = await startService(settings)
    startSeconds.push((performance.now() - begun) / 1000)
    return service
  }
  const faults: string[] = []
  const rounds: Round[] = []
  let service = await start()
  try {
    const tenant = await prepareTenant(service, receiver)
    for (let kill = 1; kill <= options.kills; kill++) {
      const round = await beginRound(service, tenant, kill)
      rounds.push(round)
      const writing = writeUntilKilled(service, tenant, round)
      // Heard even if it fails before the kill.
      writing.catch(() => {})
      await untilFullSwing(round, Math.floor(random() * mostWrites))
      // Somewhere within the writes that are under way.
      await new Promise((resolve) => setTimeout(resolve, random() * 60))
      await service.kill()
      await writing
      service = await start()
      const found = judgeRound(round, await readPlan(service, tenant, round.planId))
      faults.push(...found.map((fault) => `kill ${kill}: ${fault}`))
      say(
        `Kill ${kill}: ${describe(round)}; serving again after ${startSeconds.at(-1)!.toFixed(1)} s; ${found.length} faults.`,
      )
    }
    const { plans, endings, seconds } = await settle(service, tenant, rounds, receiver, faults)
    return {
      faults,
      ...countWrites(rounds, plans),
      events: { distinct: receiver.distinct().length, deliveries: receiver.deliveries.length },
      startSeconds,
      endings,
      settledSeconds: seconds,
    }
  } finally {
    await service.stop()
    await receiver.close()
  }
}

/** Waits until this many writes of the round were acknowledged, or enough time has passed. */
export async function untilFullSwing(round: Round, writes: number): Promise<void> {
  const deadline = performance.now() + longestMilliseconds
  while (countAcknowledged(round) < writes && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Describes the writers' record. */
export function describe({ bulks, label, reports, optimizations }: Round): string {
  const stops = [...bulks.values()].filter((note) => note === 'acknowledged').length
  return `${stops} bulks, ${label.acknowledged} labels, ${reports.size} reports, ${optimizations} optimizations`
}
