// The cards of what needs attention in Live, and a running day to have them on.
import type { Locator, Page } from 'playwright-core'
import { getDriver, type PlannerWorld } from './planner-world.ts'

/** The card of an exception, by its kind and a text that stands on it. */
export function getCard(page: Page, kind: string, about: string): Locator {
  return page
    .getByRole('listitem')
    .filter({ hasText: kind })
    .filter({ has: page.getByText(about) })
}

/** Counts the presses of a hand on pages opened from now on: a press on the name of a choice is one, though it clicks the choice, too. */
export function countPresses(page: Page): Promise<unknown> {
  return page.addInitScript(`addEventListener('pointerdown', ({ isTrusted }) => {
    if (isTrusted) window.presses = (window.presses ?? 0) + 1
  }, true)`)
}

export const readPresses = (page: Page) => page.evaluate<number>('window.presses ?? 0')

export interface RunningStop {
  id: string
  label: string
  route_id: string
}

/** Dispatches all routes of a plan; returns each one's driver and all stops, one route after the other. */
export async function dispatchPlan(
  world: PlannerWorld,
  planId: string,
): Promise<{ drivers: ReturnType<typeof getDriver>[]; stops: RunningStop[] }> {
  const { routes } = await world.call('GET', `/v2/plan/${planId}`)
  const drivers = []
  for (const { id } of routes) {
    const { public_link } = await world.call('POST', `/v2/route/${id}/dispatch`)
    drivers.push(getDriver(world, public_link.split('/d/')[1]))
  }
  return { drivers, stops: routes.flatMap((route: { stops: RunningStop[] }) => route.stops) }
}
