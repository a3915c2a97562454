// The planner's rooms and their states, found without a word of any language but what the interface itself says: for pictures at all
// sizes, in both schemes and every language.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { reportPositions, type ScreensDay } from './screens-day.ts'

export interface Visit {
  page: Page
  day: ScreensDay
  /** Word of the interface: `word('live', 'parts.vehicles')`. */
  word(namespace: string, key: string): string
  /** Opens an address below /planner and waits until it stands. */
  go(path: string): Promise<void>
  take(name: string): Promise<void>
  /** A service of its own that nobody has set up, one for each name. */
  beginService(name: string): Promise<{ address: string; setupUrl: string }>
}

/** Each leaves pictures of its states. */
export const rooms: Record<string, (visit: Visit) => Promise<void>> = {
  'sign-in': async ({ page, go, take }) => {
    await page.context().clearCookies()
    await go('/sign-in')
    await take('sign-in')
    await go('/forgotten')
    await take('forgotten')
  },
  today: ({ go, take }) => go('/today').then(() => take('today')),
  start: ({ go, take }) => go('/start').then(() => take('start')),
  plans: async ({ page, go, take, word }) => {
    await go('/plans')
    await take('plans')
    await go('/plans?view=calendar')
    await take('calendar')
    await page.getByRole('button', { name: word('plans', 'new'), exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await take('new-plan')
  },
  editor: takeEditor,
  optimize: async ({ page, day, go, take, word }) => {
    await go(`/plan/${day.plan_id}`)
    await page.locator('#content header').first().waitFor()
    await page.keyboard.press('o')
    await page.getByRole('progressbar', { name: word('optimize', 'progress') }).waitFor()
    await take('optimize-running')
    const discard = page.getByRole('button', { name: word('optimize', 'discard') })
    await discard.waitFor({ timeout: 120_000 })
    await take('optimize-result')
    await discard.click()
    await discard.waitFor({ state: 'hidden' })
  },
  talk: async ({ page, day, go, take, word }) => {
    await go(`/plan/${day.plan_id}?mode=live`)
    await page
      .getByRole('button', { name: word('talk', 'write_driver') })
      .first()
      .click()
    await take('talk')
  },
  empty: ({ day, go, take }) => go(`/plan/${day.tomorrow_id}`).then(() => take('editor-empty')),
  forms: async ({ page, day, go, take }) => {
    for (const [key, name] of [
      ['s', 'new-stop'],
      ['r', 'new-route'],
    ] as const) {
      await go(`/plan/${day.plan_id}`)
      await page.locator('#content header').first().waitFor()
      await page.keyboard.press(key)
      await page.getByRole('dialog').or(page.locator('aside form')).first().waitFor()
      await take(name)
    }
  },
  live: takeLive,
  import: takeImport,
  backlog: ({ go, take }) => go('/backlog').then(() => take('backlog')),
  drivers: async ({ page, go, take }) => {
    await go('/drivers/week')
    await take('week')
    await takeTable({ page, go, take }, 'drivers')
  },
  records: async ({ page, go, take }) => {
    for (const name of ['fleet', 'clients', 'recurring', 'depots']) await takeTable({ page, go, take }, name)
    await go('/zones')
    await take('zones')
  },
  analytics: async ({ page, go, take }) => {
    await go('/analytics')
    await page.locator('.recharts-surface').first().waitFor()
    await take('analytics')
    await go('/analytics/replay')
    await take('replay')
  },
  export: ({ day, go, take }) => go(`/plan/${day.plan_id}/export`).then(() => take('export')),
  fill: ({ day, go, take }) => go(`/plan/${day.tomorrow_id}/recurring`).then(() => take('recurring-fill')),
  settings: async ({ go, take }) => {
    for (const part of settingsParts) {
      await go(`/settings/${part}`)
      await take(`settings-${part}`)
    }
  },
}

const settingsParts = [
  ...[
    'project',
    'driving',
    'deliveries',
    'fields',
    'recipients',
    'branding',
    'people',
    'providers',
    'account',
    'organization',
    'maps',
    'addresses',
    'keys',
    'webhooks',
  ],
  ...['orders', 'trackers', 'slots', 'learning', 'privacy', 'audit'],
]

async function takeEditor({ page, day, go, take, word }: Visit): Promise<void> {
  await go(`/plan/${day.plan_id}`)
  await page.locator('#content header').first().waitFor()
  await take('editor')
  const views = page.getByRole('radiogroup', { name: word('editor', 'views') })
  const isNarrow = (await views.count()) > 0
  if (isNarrow) {
    for (const view of [1, 2, 3]) {
      await views.locator('label').nth(view).click()
      await take(`editor-view-${view}`)
    }
    await views.locator('label').first().click()
  } else {
    await page.keyboard.press('t')
    await take('editor-table')
    await page.keyboard.press('t')
  }
  await page.locator('[data-row=stop]').nth(2).click()
  await take('stop')
  if (!isNarrow) {
    await page.locator('[data-timeline-route] button').nth(1).click()
    await take('route')
  }
  for (const [key, name] of [
    ['d', 'dispatch'],
    ['?', 'keys'],
  ] as const) {
    await page.keyboard.press(key)
    await take(name)
    await page.keyboard.press('Escape')
  }
}

async function takeLive({ page, day, go, take, word }: Visit): Promise<void> {
  await reportPositions(day)
  await go(`/plan/${day.plan_id}?mode=live`)
  const parts = page.getByRole('radiogroup', { name: word('live', 'title') }).locator('label')
  await parts.first().waitFor()
  await take('live')
  const panel = page.getByRole('region', { name: word('live', 'title') })
  await panel.locator('li').last().scrollIntoViewIfNeeded()
  await take('live-more')
  for (let at = 1; at < (await parts.count()); at += 1) {
    await parts.nth(at).click()
    await take(`live-part-${at}`)
  }
}

async function takeImport({ page, day, go, take, word }: Visit): Promise<void> {
  await go(`/plan/${day.tomorrow_id}/import`)
  await take('import-file')
  await page.locator('#content textarea').first().fill(dirtyRows)
  await page.getByRole('button', { name: word('import', 'read') }).click()
  await page.getByRole('button', { name: word('import', 'check') }).click({ trial: true })
  await take('import-columns')
  await page.getByRole('button', { name: word('import', 'check') }).click()
  await page.getByRole('grid').or(page.getByRole('table')).first().waitFor()
  await page.waitForTimeout(4_000)
  await take('import-check')
}

/** Titles above the header, and cells as people write them. */
const dirtyRows = [
  'Tour Montag',
  'Nr\tName\tAdresse\tZeit\tTelefon\tGewicht',
  '1\tBäckerei Gantner mit einem sehr langen Namen für die schmale Spalte\tLandstrasse 12, 9490 Vaduz\tvormittags\t+423 555 01 01\t12,5',
  '2\tHotel\tFeldweg 3, 9494 Schaan\tbis 17 Uhr\tn/a\tschwer',
  '3\tSchule\tNirgendwo 1\t8:00 – 12:00 / 13:30 – 17:00\t\t3',
  '4\tMuseum\tStädtle 32, 9490 Vaduz\twhenever\t+423 555 01 04\t7',
  '5\tApotheke\tLandstrasse 8, 9494 Schaan\t9-5\t+423 555 01 05\t1',
].join('\n')

type Shown = Pick<Visit, 'page' | 'go' | 'take'>

async function takeTable({ page, go, take }: Shown, name: string): Promise<void> {
  await go(`/${name}`)
  await take(name)
  const first = page.getByRole('row').nth(1).getByRole('button').first()
  if ((await first.count()) === 0) return
  await first.click()
  await page.getByRole('dialog').waitFor()
  await take(`${name}-form`)
}

const planner = fileURLToPath(new URL('../../apps/planner/src/words', import.meta.url))

/** The words of a language, as the planner has them. */
export function getWords(language: string): Visit['word'] {
  return (namespace, key) => {
    let words = JSON.parse(readFileSync(`${planner}/${language}/${namespace}.json`, 'utf8'))
    for (const part of key.split('.')) words = words[part]
    if (typeof words !== 'string') throw new Error(`There is no word ${namespace}:${key} in ${language}`)
    return words
  }
}
