// The drawer of a stop or a route as it is opened, changed, and kept from overwriting what somebody else wrote.
import type { Locator, Page } from 'playwright-core'

export const getDrawer = (page: Page): Locator => page.getByRole('complementary', { name: 'Details' })

/** Elements that say somebody else changed the same fields. */
export const conflictOn = (page: Page): Locator => page.locator('[data-conflict]')

/** Opens a stop's form by a click on its row in the list. */
export async function editStop(page: Page, stopId: string): Promise<void> {
  await page.locator(`#row-${stopId}`).click()
  await getDrawer(page).getByRole('button', { name: 'Edit' }).click()
}

/** Field, theirs and yours, of each row of the conflict. */
export async function readConflict(page: Page): Promise<string[][]> {
  const rows = await conflictOn(page).getByRole('row').allInnerTexts()
  return rows.map((row) => row.split('\t').map((cell) => cell.trim()))
}
