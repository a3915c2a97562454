// Orders that wait for a day, and the page that plans a week of them.
import type { Locator, Page } from 'playwright-core'
import type { PlannerWorld } from './planner-world.ts'

/** The calendar date after this many days, in UTC like the projects of the tests. */
export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Reads the waiting orders: `total`, and `docs` with a stop each. */
export const readBacklog = (world: PlannerWorld) => world.call('GET', `/app/v1/project/${world.projectId}/backlog`)

/** Orders of ten minutes, a kilometre from each other, due from the ninth day on. */
export async function addOrders(world: PlannerWorld, labels: readonly string[]): Promise<void> {
  const orders = labels.map((label, at) => ({
    stop: { label, location: { lat: 47.15 + at / 100, lng: 9.53 }, duration: 600 },
    latest_on: dayIn(9 + at),
  }))
  await world.call('POST', `/app/v1/project/${world.projectId}/backlog`, orders)
}

/** The windows that are offered, each with what it costs. */
export const offeredWindows = (page: Page): Locator =>
  page.getByRole('dialog').getByRole('grid').getByRole('button').filter({ hasText: 'min' })

/** The days of a planned week that would change. */
export function changedDays(page: Page): { all: Locator; changed: Locator } {
  const all = page.getByRole('region').filter({ has: page.getByRole('heading', { level: 2 }) })
  return { all, changed: all.filter({ has: page.getByRole('button', { name: /^Apply / }) }) }
}
