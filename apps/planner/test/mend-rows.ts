// A dispatcher's work on the table of an import: going from one bad cell to the next and typing the right value.
import type { Page } from 'playwright-core'

/** The number beside what would be created, changed, or is broken. */
export const countedRows = (page: Page, what: 'create' | 'update' | 'broken' | 'doubtful' | 'done') =>
  page.locator(`[data-count=${what}]`)

/** Mends a number of cells; `mend` returns what belongs in the cell instead of its present text. */
export async function mendRows(page: Page, count: number, mend: (text: string) => string): Promise<void> {
  for (let mended = 0; mended < count; mended += 1) {
    await page.getByRole('button', { name: 'Next problem' }).click()
    const cell = page.locator('input[aria-invalid=true]:focus')
    await cell.waitFor()
    await cell.fill(mend(await cell.inputValue()))
  }
  await countedRows(page, 'broken').filter({ hasText: '0 rows' }).waitFor()
}
