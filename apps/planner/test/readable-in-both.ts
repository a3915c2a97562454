// What keeps people from reading a page, in the dark and in the light.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { eventually } from './planner-world.ts'

/** Colours follow a change of the scheme one after the other: a fault that stays is one. Nothing but colours differs in the dark. */
export async function readableInBoth(page: Page): Promise<void> {
  for (const [colorScheme, rules] of [['dark', ['color-contrast']], ['light']] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
    await eventually(() => seriousFaults(page, rules)).toEqual([])
  }
}
