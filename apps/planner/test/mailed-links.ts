// Links that the service mails to people, and a browser of somebody who is not signed in to open them with.
import type { Page } from 'playwright-core'
import { eventually, type PlannerWorld } from './planner-world.ts'

/** A page of somebody who is not signed in. */
export async function openAsStranger(world: PlannerWorld, address: string): Promise<Page> {
  const context = await world.browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(address)
  return page
}

/** The newest link of a kind (`/invite/`) that was mailed to somebody. */
export async function mailedLink(world: PlannerWorld, to: string, part: string): Promise<string> {
  const find = () =>
    world
      .mails()
      .filter((mail) => `${mail.to}`.includes(to))
      .flatMap(({ text }) => new RegExp(`http\\S*${part}\\w+`).exec(text) ?? [])
  await eventually(() => find().length).toBeGreaterThan(0)
  return find().at(-1)!
}
