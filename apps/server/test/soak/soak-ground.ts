// Shared by the soak's workers: the service under load, its tenant, the clock of the run, and the list of faults.
import { setTimeout as pause } from 'node:timers/promises'
import type { HttpAnswer } from '../scenarios/http-caller.ts'
import type { ServiceProcess, Tenant } from '../scenarios/service-process.ts'
import type { ExpectedEvents, Faults } from './soak-faults.ts'

/** How much, and how fast. */
export interface SoakSize {
  minutes: number
  drivers: number
  pages: number
  /** A crew's plan is driven within so long, then deleted, and the next one dispatched. */
  shiftSeconds: number
  stopsPerDriver: number
  positionSeconds: number
  changesSeconds: number
  /** Between two calls of the office. */
  officeMilliseconds: number
  /** A page is opened anew after so long, on average. */
  pageSeconds: number
  sampleSeconds: number
}

export interface Ground {
  service: ServiceProcess
  tenant: Tenant
  cookie: string
  size: SoakSize
  faults: Faults
  events: ExpectedEvents
  /** Milliseconds since 1970. */
  end: number
  random(): number
  /** Calls by what they are, for the table at the end. */
  counts: Map<string, number>
}

/** Waits so long, but not beyond the end of the run; false when it is over. */
export async function wait(ground: Ground, milliseconds: number): Promise<boolean> {
  await pause(Math.max(0, Math.min(milliseconds, ground.end - Date.now())))
  return Date.now() < ground.end
}

/** Returns the body of a response with this status; anything else is a fault, and undefined. */
// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
export async function ask(ground: Ground, what: string, status: number, answer: Promise<HttpAnswer>): Promise<any> {
  ground.counts.set(what, (ground.counts.get(what) ?? 0) + 1)
  try {
    return (await answer).expect(status)
  } catch (error) {
    const { message, cause } = error as Error
    ground.faults.add(`${what}: ${message}${cause ? ` (${(cause as Error).message})` : ''}`)
    return undefined
  }
}

/** The same with the key of the organization. */
export function askWithKey(
  ground: Ground,
  what: string,
  status: number,
  [method, path, body, query]: [string, string, unknown?, Record<string, string>?],
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
): Promise<any> {
  const { service, tenant } = ground
  return ask(ground, what, status, service.call(method, path, { key: tenant.api_key, body, query }))
}
