// A secret that a dialog shows this once: read, put away, and nowhere on the page afterwards.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog')
  const secret = (await page.locator('[data-secret]').textContent())!
  await dialog.getByRole('button', { name: 'Copy', exact: true }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.content()).not.toContain(secret)
  return secret
}
