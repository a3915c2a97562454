// Rooms and states that a day comes to seldom: the first start, each kind of exception, a planned week, copies and fleets beside the plan,
// and past days with cells that cannot be read.
import {
  makeBacklog,
  makeChargingPlaces,
  makeComparisons,
  makeExceptions,
  makePaces,
  signInToNothing,
} from './rare-states.ts'
import type { Visit } from './rooms.ts'
import { reportPositions } from './screens-day.ts'

export const rareRooms: Record<string, (visit: Visit) => Promise<void>> = {
  setup: async ({ page, beginService, take }) => {
    await page.context().clearCookies()
    const { address, setupUrl } = await beginService('untouched')
    await page.goto(setupUrl.replace(/^https?:\/\/[^/]+/, address))
    await page.getByRole('textbox').first().waitFor()
    await take('setup')
  },
  'first-start': async ({ page, beginService, take }) => {
    const address = await signInToNothing(page, beginService)
    for (const place of ['start', 'today', 'plans', 'backlog', 'fleet', 'clients', 'analytics']) {
      await page.goto(`${address}/planner/${place}`)
      await page.locator('h1').first().waitFor()
      await take(`empty-${place}`)
    }
  },
  'live-cards': takeCards,
  charging: async ({ page, day, go, take }) => {
    await makeChargingPlaces({ page, day })
    await go('/depots/charging')
    await take('charging')
    await page.getByRole('row').nth(1).getByRole('button').first().click()
    await page.getByRole('dialog').waitFor()
    await take('charging-form')
  },
  paces: async ({ page, day, go, take, word }) => {
    await makePaces({ page, day })
    await go('/settings/learning')
    const paces = page.getByRole('region', { name: word('learning', 'paces.title') })
    await paces.getByRole('table').waitFor()
    await paces.evaluate('(section) => section.scrollIntoView({ block: "start" })')
    await take('paces')
    await page.locator('#content section').last().evaluate('(section) => section.scrollIntoView({ block: "start" })')
    await take('learned-list')
  },
  'week-result': async ({ page, day, go, take, word }) => {
    await makeBacklog({ page, day })
    await go('/backlog')
    await take('backlog-orders')
    await page
      .getByRole('button', { name: word('week', 'plan').replace(/ ?…$/, '') })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: word('week', 'start') })
      .click()
    await page.getByRole('region', { name: word('week', 'whole') }).waitFor({ timeout: 240_000 })
    await take('week-result')
    await page.locator('#content section').last().scrollIntoViewIfNeeded()
    await take('week-result-more')
  },
  copies: async ({ page, day, go, take, word }) => {
    await makeComparisons({ page, day })
    await go(`/plan/${day.plan_id}`)
    await page
      .getByRole('button', { name: word('shell', 'more') })
      .first()
      .click()
    await page.getByRole('menuitem', { name: word('editor', 'compare') }).click()
    await page.getByRole('rowheader').first().waitFor()
    await take('copies')
    const fleets = page.getByRole('region', { name: word('fleets', 'title') })
    await fleets.getByRole('table').scrollIntoViewIfNeeded()
    await take('fleets-result')
    await page.getByRole('button', { name: word('optimize', 'new_copy') }).click()
    await page.getByRole('dialog').waitFor()
    await take('new-copy')
  },
  'past-days-check': async ({ page, go, take, word }) => {
    await go('/analytics/past-days')
    await page.locator('#content textarea').first().fill(pastRows)
    await page.getByRole('button', { name: word('import', 'read') }).click()
    const check = page.getByRole('button', { name: word('import', 'check') })
    await check.click({ trial: true })
    await take('past-days-columns')
    await check.click()
    const further = page.getByRole('button', { name: word('past', 'to_assumptions') })
    await further.waitFor()
    await take('past-days-check')
    await further.click()
    await take('past-days-assume')
  },
}

const kinds = ['problem', 'not_started', 'failed', 'late', 'attempted', 'far', 'no_gps', 'off_order', 'unassigned']

/** The first card of each kind, with all that can be done about it. */
async function takeCards({ page, day, go, take, word }: Visit): Promise<void> {
  await makeExceptions({ page, day })
  await reportPositions(day)
  await go(`/plan/${day.plan_id}?mode=live`)
  const panel = page.getByRole('region', { name: word('live', 'title') })
  await panel.locator('li[data-kind]').first().waitFor()
  for (const kind of kinds) {
    const card = panel.locator(`li[data-kind=${kind}]`).first()
    await card.scrollIntoViewIfNeeded()
    const more = card.getByRole('button', { name: word('live', 'remedy.more') })
    if ((await more.count()) > 0) await more.click()
    await card.evaluate('(card) => card.scrollIntoView({ block: "start" })')
    await take(`card-${kind}`)
    await page.keyboard.press('Escape')
  }
}

/** A day as a tachograph, a driver and somebody in a hurry note it. */
const pastRows = [
  'Date\tDriver\tCustomer\tAddress\tDone at\tTime window\tMinutes',
  '16.11.2026\tSara\tBäckerei Gantner\tLandstrasse 12, 9490 Vaduz\t8:40\t8-12\t5',
  '16.11.2026\tSara\tHotel Post\tDorfstrasse 3, 9494 Schaan\t25:70\tvormittags\t5',
  '31.02.2026\tSara\tSchule\tNirgendwo 1\t10:15\t\tlong',
  '\tMilan\tMuseum\tStädtle 32, 9490 Vaduz\t9:05\twhenever\t7',
  '17.11.2026\tMilan\tApotheke\tLandstrasse 8, 9494 Schaan\t9:50\t9-5\t1',
  '17.11.2026\t\tGarage Frick\t\t10:20\t\t10',
].join('\n')
