// The service goes on while what it stands on fails: trouble after trouble in the middle of writes, and what is left afterwards.
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '../random.ts'
import { beginRound, countAcknowledged, judgeRound, type Round, writeThrough } from './chaos-round.ts'
import { describe, untilFullSwing } from './chaos-run.ts'
import { type CountedWrites, countWrites, prepareTenant, readPlan, settle } from './chaos-settle.ts'
import type { ServiceProcess } from './service-process.ts'
import { openReceiver } from './webhook-receiver.ts'

export interface Trouble {
  what: string
  /** Resolves when it is over. */
  cause(): Promise<void>
}

export interface TroubleOptions {
  /** Starts the node of this number; several share one database. */
  startNode(number: number): Promise<ServiceProcess>
  nodes?: number
  troubles: readonly Trouble[]
  seed: number
  /** A node may end by itself, as on a full disk, and is started again as a supervisor does. Otherwise that is a fault. */
  mayEnd?: boolean
  say?: (line: string) => void
}

export interface TroubleResult extends CountedWrites {
  /** Everything that must not be; empty when all is well. */
  faults: string[]
  /** `twice`: deliveries of an event that was delivered before. */
  events: { distinct: number; twice: number }
  /** From the end of each trouble until a write was acknowledged again. */
  recoverySeconds: number[]
  /** Calls that were answered 5xx, or not at all. */
  failedCalls: number
  /** Nodes that ended by themselves. */
  ended: number
  settledSeconds: number
}

const mostWrites = 12
/** So long a trouble may be felt after it is over. */
const longestRecoverySeconds = 120

export async function runTroubles(options: TroubleOptions): Promise<TroubleResult> {
  const { say = () => {}, troubles } = options
  const random = createRandom(options.seed)
  const receiver = await openReceiver({ delayMilliseconds: 15 })
  const nodes: ServiceProcess[] = []
  for (let number = 0; number < (options.nodes ?? 1); number++) nodes.push(await options.startNode(number))
  const faults: string[] = []
  const rounds: Round[] = []
  const recoverySeconds: number[] = []
  const counts = { failedCalls: 0, ended: 0 }
  try {
    const tenant = await prepareTenant(nodes[0]!, receiver)
    for (const [index, trouble] of troubles.entries()) {
      const round = await beginRound(nodes[0]!, tenant, index + 1)
      rounds.push(round)
      let isOver = false
      const writing = writeThrough(nodes, tenant, round, () => isOver)
      writing.catch(() => {})
      await untilFullSwing(round, 1 + Math.floor(random() * mostWrites))
      await trouble.cause()
      const ended = await reviveNodes(nodes, options)
      counts.ended += ended
      if (ended > 0 && !options.mayEnd) faults.push(`${trouble.what}: the service ended`)
      recoverySeconds.push(await untilWrittenAgain(round))
      isOver = true
      counts.failedCalls += await writing
      const found = judgeRound(round, await readPlan(nodes[0]!, tenant, round.planId))
      if (recoverySeconds.at(-1)! > longestRecoverySeconds) found.push('nothing was written for 120 s')
      faults.push(...found.map((fault) => `${trouble.what}: ${fault}`))
      const felt = `writing again after ${recoverySeconds.at(-1)!.toFixed(1)} s${ended > 0 ? ', started anew' : ''}`
      say(`${index + 1}. ${trouble.what}: ${describe(round)}; ${felt}; ${found.length} faults.`)
    }
    const { plans, seconds } = await settle(nodes[0]!, tenant, rounds, receiver, faults)
    const distinct = receiver.distinct().length
    const events = { distinct, twice: receiver.deliveries.length - distinct }
    return { faults, ...countWrites(rounds, plans), events, recoverySeconds, ...counts, settledSeconds: seconds }
  } finally {
    for (const node of nodes) await node.stop()
    await receiver.close()
  }
}

/** Restarts nodes that ended; returns how many. */
async function reviveNodes(nodes: ServiceProcess[], { startNode }: TroubleOptions): Promise<number> {
  let ended = 0
  for (const [number, { command }] of nodes.entries()) {
    if (command.child.exitCode === null && command.child.signalCode === null) continue
    ended += 1
    nodes[number] = await startNode(number)
  }
  return ended
}

/** Seconds until one more write is acknowledged. */
async function untilWrittenAgain(round: Round): Promise<number> {
  const begun = performance.now()
  const before = countAcknowledged(round)
  const seconds = () => (performance.now() - begun) / 1000
  while (countAcknowledged(round) === before && seconds() <= longestRecoverySeconds) await pause(10)
  return seconds()
}
