// Has the drivers of one plan of the demo organization drive it, as fast as wished; goes on after a restart.
import { join } from 'node:path'
import type { Play } from '@routewright/contract'
import type { RouteRow } from '../../../data/route-table.ts'
import type { TimeCourse } from '../../../frame/platform/day-clock.ts'
import { readJsonFile, writeJsonFile } from '../../../frame/platform/json-file.ts'
import { getMoment, type Services } from '../../../frame/platform/services.ts'
import { createWorld, type PhoneCall, prepareDay, unfinishedRoutes } from './play-day.ts'
import { createSimulatedDriver, type SimulatedDriver } from './simulated-driver.ts'

const tickMilliseconds = 1_000
/** Number of failed rounds that a short outage may cause. */
const mostFailedRounds = 10
/** Noted ahead, so that a restart never finds the time earlier than records that were written before it. */
const reserveMilliseconds = 10_000

/** State stored across restarts. */
interface Note {
  course: TimeCourse
  plan_id?: string | undefined
  speed: number
  state: Play['state']
}

/** A driver of a route. */
interface Seated {
  routeId: string
  driver: SimulatedDriver
}

/** One player for a process: the demo has one, and its drivers drive one plan at a time. */
export class Player {
  readonly #call: PhoneCall
  readonly #services: Services
  readonly #path: string
  #planId: string | undefined
  #speed = 1
  #state: Play['state'] = 'none'
  #fault: string | undefined
  #drivers: Seated[] = []
  /** Rounds in a row in which some driver failed. */
  #failedRounds = 0
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #notedAt = 0

  constructor(services: Services, call: PhoneCall) {
    this.#services = services
    this.#call = call
    this.#path = join(services.config.dataDirectory, 'demo-time.json')
  }

  describe(): Play {
    return {
      state: this.#state,
      now: this.#now().toISOString(),
      speed: this.#speed,
      ...(this.#planId ? { plan_id: this.#planId } : {}),
      ...(this.#fault ? { fault: this.#fault } : {}),
    }
  }

  /** Prepares the day and lets its drivers begin. Throws 404, and highway.plan.error.* for a plan that cannot be driven. */
  async start(planId: string, speed: number): Promise<void> {
    await this.#halt('paused')
    const begins = await prepareDay(this.#services, planId)
    const { trial, clock } = this.#services
    trial.dayClock.leap(clock.now(), begins)
    this.#planId = planId
    await this.#go(speed)
  }

  async pause(): Promise<void> {
    if (this.#state === 'playing') await this.#halt('paused')
  }

  /** Goes on where it was paused; without a plan there is nothing to go on with. */
  async resume(): Promise<void> {
    if (this.#state === 'paused' && this.#planId) await this.#go(this.#speed)
  }

  setSpeed(speed: number): void {
    this.#speed = speed
    if (this.#state === 'playing') this.#services.trial.dayClock.run(this.#services.clock.now(), speed)
    this.#note()
  }

  /** One round: everything that happens until now. Rounds follow each other by themselves while the service runs. */
  tick(): Promise<void> {
    this.#round = this.#round
      .then(() => this.#advance())
      .catch((error) => this.#services.log.error({ err: error }, 'a round of the demo day failed'))
    return this.#round
  }

  /** Takes up what a process before this one was playing. */
  async open(): Promise<void> {
    const note = readJsonFile<Note>(this.#path)
    if (!note || this.#services.trial.organizationId === undefined) return
    this.#services.trial.dayClock.leap(this.#services.clock.now(), getTime(note.course))
    this.#planId = note.plan_id
    this.#speed = note.speed
    this.#state = note.state === 'playing' ? 'paused' : note.state
    if (note.state !== 'playing') return
    try {
      await this.resume()
    } catch (error) {
      // The plan may be gone; the service starts all the same.
      this.#fault = (error as Error).message
    }
  }

  async close(): Promise<void> {
    const wasPlaying = this.#state === 'playing'
    await this.#halt('paused')
    // A service that starts again goes on by itself.
    if (wasPlaying) this.#note('playing')
  }

  #now(): Date {
    return getMoment(this.#services, this.#services.trial.organizationId ?? '')
  }

  async #go(speed: number): Promise<void> {
    const services = this.#services
    this.#speed = speed
    this.#fault = undefined
    this.#failedRounds = 0
    const routes = await unfinishedRoutes(services, this.#planId!)
    const now = this.#now().getTime()
    this.#drivers = []
    for (const route of routes) this.#drivers.push(await this.#seat(route, now))
    services.trial.dayClock.run(services.clock.now(), speed)
    this.#state = 'playing'
    this.#note()
    this.#wait()
  }

  #wait(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => void this.tick().then(() => this.#state === 'playing' && this.#wait()),
      tickMilliseconds,
    )
    this.#timer.unref()
  }

  async #advance(): Promise<void> {
    if (this.#state !== 'playing') return
    const until = this.#now().getTime()
    const faults = await Promise.all(this.#drivers.map((_, index) => this.#advanceDriver(index, until)))
    const fault = faults.find((fault) => fault !== undefined)
    this.#failedRounds = fault === undefined ? 0 : this.#failedRounds + 1
    if (this.#failedRounds === mostFailedRounds) {
      this.#fault = fault
      this.#stand('paused')
    } else if (this.#drivers.every(({ driver }) => driver.isDone)) this.#stand('done')
    else if (this.#services.clock.now().getTime() - this.#notedAt > reserveMilliseconds / 2) this.#note()
  }

  /** Creates a driver with a link of their own. */
  async #seat(route: RouteRow, now: number): Promise<Seated> {
    const world = await createWorld(this.#services, this.#call, route)
    return { routeId: route.id, driver: await createSimulatedDriver(world, now) }
  }

  /** Returns the error, if any. After one, the driver reads the route again, as a dispatcher may have removed a stop. */
  async #advanceDriver(index: number, until: number): Promise<string | undefined> {
    const seated = this.#drivers[index]!
    try {
      await seated.driver.advance(until)
      return undefined
    } catch (error) {
      const open = await unfinishedRoutes(this.#services, this.#planId!)
      const route = open.find(({ id }) => id === seated.routeId)
      if (!route) {
        // With its last report the route ended, and every link but the newest, which somebody may have opened meanwhile.
        seated.driver.end()
        return undefined
      }
      this.#services.log.warn({ err: error }, 'a driver of the demo could not go on; reading the route anew')
      this.#drivers[index] = await this.#seat(route, until).catch(() => seated)
      return (error as Error).message
    }
  }

  /** Lets the round that runs come to its end, then time go at its usual pace. */
  async #halt(state: Play['state']): Promise<void> {
    clearTimeout(this.#timer)
    await this.#round
    if (this.#state === 'playing') this.#stand(state)
  }

  #stand(state: Play['state']): void {
    clearTimeout(this.#timer)
    this.#state = state
    this.#services.trial.dayClock.run(this.#services.clock.now(), 1)
    this.#note()
  }

  #note(state = this.#state): void {
    const { clock, trial } = this.#services
    const now = clock.now().getTime()
    const reserved = new Date(now + reserveMilliseconds)
    const aheadMilliseconds = trial.dayClock.at(reserved).getTime() - reserved.getTime()
    const course = { since: now, aheadMilliseconds, speed: 1 }
    const note: Note = { course, plan_id: this.#planId, speed: this.#speed, state }
    writeJsonFile(this.#path, note)
    this.#notedAt = now
  }
}

/** The demo's time of a note: as far ahead as it was, whenever it is read. */
function getTime({ aheadMilliseconds, since }: TimeCourse): Date {
  return new Date(since + aheadMilliseconds)
}
