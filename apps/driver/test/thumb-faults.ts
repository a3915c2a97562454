// Targets too small for a thumb, text too small for the sun, and text cut in large letters, on a screen of the drivers' app.
import type { Page } from 'playwright-core'

/** Lists targets lower than 48 pixels, and text below 16. */
export async function thumbFaults(page: Page): Promise<string[]> {
  const small = (await page.evaluate(smallTargets)) as string[]
  const tiny = (await page.evaluate(tinyTexts)) as string[]
  return [...small.map((target) => `below 48 px: ${target}`), ...tiny.map((text) => `text below 16 px: ${text}`)]
}

const smallTargets = `[...document.querySelectorAll('button, a, select, input:not([type=radio]):not([type=checkbox]):not([type=file])')]
  .filter((one) => one.checkVisibility() && !one.closest('.maplibregl-ctrl, .map') && one.getBoundingClientRect().height < 48)
  .map((one) => one.outerHTML.slice(0, 120) + ' ' + one.getBoundingClientRect().height)`

const tinyTexts = `[...document.querySelectorAll('#root *')]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && one.checkVisibility() && !one.closest('.map, .hidden') && parseFloat(getComputedStyle(one).fontSize) < 15.9)
  .map((one) => one.outerHTML.slice(0, 120))`

/** A second page of the same phone, narrow, and with letters of twice the size as its owner may set them. */
export async function openLargeLetters(page: Page): Promise<Page> {
  const large = await page.context().newPage()
  await large.setViewportSize({ width: 360, height: 740 })
  const session = await large.context().newCDPSession(large)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 32 } })
  await large.goto(page.url())
  return large
}

/** What is cut or leaves the screen in large letters, of the screen that the page shows. */
export async function cutTexts(large: Page, page: Page): Promise<string[]> {
  await large.evaluate(`location.hash = ${JSON.stringify(new URL(page.url()).hash)}`)
  await large.locator('h1', { hasText: (await page.locator('h1').first().textContent()) ?? '' }).waitFor()
  return await large.evaluate<string[]>(listCut)
}

const listCut = `(() => {
  const tell = (why, one) => why + ': ' + one.outerHTML.slice(0, 160)
  // Quick answers are pushed aside by a thumb.
  const all = [...document.querySelectorAll('#root *')].filter((one) => one.checkVisibility() && !one.closest('.map, .hidden, .visually-hidden, .viewfinder, .quick'))
  const cut = all.filter((one) => getComputedStyle(one).overflowX !== 'visible' && one.textContent.trim() && one.scrollWidth > one.clientWidth + 1)
  const over = all.filter((one) => one.matches('button, a, label, .number') && one.scrollWidth > one.clientWidth + 1)
  const out = all.filter((one) => one.textContent.trim() && one.getBoundingClientRect().right > innerWidth + 1)
  return [
    ...cut.map((one) => tell('cut', one)),
    ...over.map((one) => tell('over its edge', one)),
    ...out.map((one) => tell('off the screen', one)),
  ]
})()`
