// Targets too small for a thumb, and text too small for the sun, on a screen of the drivers' app.
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
