// Rooms of the planner that only some come to: offers of days, fleets of other sizes, search, what was sent, a service that nobody has set up,
// and what is shown where nothing is found or the service fails.
import type { Visit } from './rooms.ts'

export const furtherRooms: Record<string, (visit: Visit) => Promise<void>> = {
  outbox: async ({ page, go, take }) => {
    await go('/outbox')
    await page.locator('h1').first().waitFor()
    await take('outbox')
  },
  search: async ({ page, go, take }) => {
    await go('/today')
    await page.locator('h1').first().waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.fill('ba')
    await page.getByRole('option').first().waitFor()
    await take('search')
    await field.fill('qqqq')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await take('search-nothing')
  },
  when: async ({ page, go, take, word }) => {
    await go('/clients')
    await page
      .getByRole('button', { name: word('when', 'when') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('grid').getByRole('button').first().waitFor({ timeout: 120_000 })
    await take('when')
  },
  week: async ({ page, go, take, word }) => {
    await go('/backlog')
    const plan = page.getByRole('button', { name: word('week', 'plan').replace(/ ?…$/, '') })
    await plan
      .or(page.getByRole('link', { name: word('week', 'title') }))
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    await take('week-ask')
  },
  fleets: async ({ page, day, go, take, word }) => {
    await go(`/plan/${day.plan_id}`)
    await page
      .getByRole('button', { name: word('shell', 'more') })
      .first()
      .click()
    await page.getByRole('menuitem', { name: word('editor', 'compare') }).click()
    await page.getByRole('region', { name: word('fleets', 'title') }).waitFor()
    await take('fleets')
  },
  'past-days': async ({ page, go, take }) => {
    await go('/analytics/past-days')
    await page.locator('#content textarea').first().waitFor()
    await take('past-days-file')
  },
  missing: ({ go, take }) => go('/plan/000000000000000000000000').then(() => take('plan-missing')),
  nowhere: ({ go, take }) => go('/no-such-page').then(() => take('page-missing')),
  failing: async ({ page, day, go, take }) => {
    await page.route('**/app/v1/**', (route) =>
      /today|board|plans/.test(route.request().url()) ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
    )
    await go('/today')
    await take('today-failing')
    await go(`/plan/${day.plan_id}`)
    await take('plan-failing')
  },
}
