// Drivers and vehicles of a day, and a change of them with its undo step.
import * as operations from '@routewright/client/operations'
import type { BareRoute, DriverAssignment, DriverDay, DriverRecord } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { failureText } from '../shell/failure.ts'
import { noteFailure, noteWithAction } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useProject } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { dayOfPlan } from './plan-day.ts'
import { usePlanData } from './plan-store.ts'

/** Absences and hand-overs of others are seen after so long at most. */
const REFRESH_MS = 30_000

/** Drivers, vehicles and days from a date on. */
export function useDriverDays(from: string | undefined, days = 1) {
  const project = useProject()
  const input = { project_id: project.id, from: from ?? '', days }
  return useAnswer(['driver-days', project.id, from, days], operations.getDriverDays, input, {
    enabled: from !== undefined,
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
  })
}

type RouteOfDay = DriverDay['routes'][number]

export interface RouteDriver extends Pick<RouteOfDay, 'trouble' | 'source'> {
  driver: DriverRecord | undefined
  /** The assigned driver, who is away. */
  missing: DriverRecord | undefined
}

/** Drivers by route id, as far as they were read. */
export function useRouteDrivers(date: string | undefined): ReadonlyMap<string, RouteDriver> {
  const { data } = useDriverDays(date)
  const [day] = data?.days ?? []
  const people = new Map(data?.drivers.map((driver) => [driver.id, driver]))
  const of = (id: string | undefined) => (id === undefined ? undefined : people.get(id))
  return new Map(
    (day && day.date === date ? day.routes : []).map(({ route_id, driver_id, missing_driver_id, trouble, source }) => [
      route_id,
      { driver: of(driver_id), missing: of(missing_driver_id), ...(trouble && { trouble }), ...(source && { source }) },
    ]),
  )
}

/** Drivers of the plan that is open. */
export function usePlanDrivers(): ReadonlyMap<string, RouteDriver> {
  const { dayKey } = useFormats()
  const { plan } = usePlanData()
  return useRouteDrivers(dayOfPlan(plan, dayKey))
}

/** Address for the link to a route: the driver's preferred channel as far as there is one, else the route's own address. */
export function findAddress(
  { id, email }: { id: string; email?: string },
  drivers: ReadonlyMap<string, RouteDriver>,
): string | undefined {
  const driver = drivers.get(id)?.driver
  const ways = driver?.reached_by === 'sms' ? [driver.phone, driver.email] : [driver?.email]
  return [...ways, email, driver?.phone].find(Boolean)
}

/** Whom to call or write to: who drives the route that day, else what is written on the route. */
export function useContact({ id, phone, email }: BareRoute): { phone?: string; email?: string } {
  const driver = usePlanDrivers().get(id)?.driver
  const [number, address] = [driver?.phone ?? phone, driver?.email ?? email]
  return { ...(number && { phone: number }), ...(address && { email: address }) }
}

/** Makes the changes and offers to take them back. Returns whether it worked. */
export function useAssignDrivers() {
  const { t } = useTranslation('shell')
  const project = useProject()
  const queries = useQueryClient()
  const send = async (assignments: readonly DriverAssignment[], isUndo: boolean) => {
    const body = { assignments: [...assignments], ...(isUndo && { is_undo: true }) }
    const { before } = await call(operations.assignDrivers, { project_id: project.id, body })
    for (const queryKey of [['driver-days', project.id], ['today', project.id], ['dispatches']]) {
      void queries.invalidateQueries({ queryKey })
    }
    return before
  }
  const failed = (error: unknown) => noteFailure(t('assign.failed'), failureText(error, t))
  return async (assignments: readonly DriverAssignment[], done: string): Promise<boolean> => {
    try {
      const before = await send(assignments, false)
      noteWithAction(done, { label: t('undo'), act: () => void send(before, true).catch(failed) }, 'drivers-assigned')
      return true
    } catch (error) {
      failed(error)
      return false
    }
  }
}

export type StandIn = DriverRecord & { isFree: boolean; lacks: readonly string[] }

/** Drivers who could take routes over: free ones first, of these those without a vehicle, then those with the skills, then by name. */
export function standIns(
  day: DriverDay | undefined,
  drivers: readonly DriverRecord[],
  skills: readonly string[],
): readonly StandIn[] {
  const states = new Map(day?.drivers.map((driver) => [driver.driver_id, driver]))
  const atWheel = new Set(day?.vehicles.flatMap(({ driver_id, works }) => (works ? (driver_id ?? []) : [])))
  const weigh = ({ id, isFree, lacks }: StandIn) => (isFree ? 0 : 1e6) + (atWheel.has(id) ? 1e3 : 0) + lacks.length
  return drivers
    .filter(({ id }) => states.get(id)?.state === 'works')
    .map((driver) => ({
      ...driver,
      isFree: states.get(driver.id)!.is_free,
      lacks: skills.filter((skill) => !driver.provides.includes(skill)),
    }))
    .sort((a, b) => weigh(a) - weigh(b) || a.label.localeCompare(b.label))
}
