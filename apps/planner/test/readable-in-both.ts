// Faults that keep people from reading a page, in the dark and in the light.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { eventually } from './planner-world.ts'

/**
 * Colours follow a change of the scheme one after the other: a fault that stays is one. Nothing but colours differs in the other scheme.
 * A page is looked at first as it is, and stays in the other scheme: to take on new colours costs it more than to be looked at.
 */
export async function readableInBoth(page: Page): Promise<void> {
  const isDark = await page.locator('html[data-mantine-color-scheme=dark]').count()
  const other = isDark ? 'light' : 'dark'
  await eventually(() => seriousFaults(page)).toEqual([])
  await page.emulateMedia({ colorScheme: other })
  await page.locator(`html[data-mantine-color-scheme=${other}]`).waitFor({ state: 'attached' })
  await eventually(() => seriousFaults(page, ['color-contrast'])).toEqual([])
}
