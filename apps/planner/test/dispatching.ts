// How routes are sent, and what came of it: the panel of the plan, and the links in the mails.
import type { Page } from 'playwright-core'
import { eventually, type PlannerWorld } from './planner-world.ts'

/** Sends the routes of a plan that is open, with something on screen that Escape closes or not. */
export async function dispatchAll(page: Page, count: number): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('d')
  await page.getByRole('button', { name: `Send to ${count} ${count === 1 ? 'driver' : 'drivers'}` }).click()
  await eventually(() => page.getByLabel('Sent', { exact: true }).count()).toBe(count)
}

/** The token of each driver's link that was mailed, by address. */
export function mailedLinks(world: PlannerWorld): Map<string, string> {
  const found = world.mails().flatMap(({ to, text }) => {
    const token = /\/d\/(\w+)/.exec(text)?.[1]
    return token ? [[`${to}`, token] as const] : []
  })
  return new Map(found)
}
