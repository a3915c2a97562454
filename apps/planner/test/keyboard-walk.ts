// Walks a page by Tab, and tells what is never reached and what does not show that it has the keyboard.
import type { Page } from 'playwright-core'

const mostPresses = 300

interface Step {
  /** No element of the page has the keyboard focus. */
  isOut: boolean
  isAgain: boolean
  name: string
  hasRing: boolean
}

/** Returns the element with the keyboard focus, once its ring is drawn in full (a ring grows from 0, for a frame even where motion is reduced); runs in the page and marks it as seen. Fields show a caret and a frame, embedded elements have rings of their own, lists of rows a ring above their rows. */
const look = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(async () => {
  const one = document.activeElement
  await Promise.allSettled(one?.getAnimations().map(({ finished }) => finished) ?? [])
  if (!one || one === document.body) return { isOut: true, isAgain: false, name: '', hasRing: true }
  const isAgain = one.hasAttribute('data-walked')
  one.setAttribute('data-walked', '')
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
  const hasRing = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  const name = one.tagName.toLowerCase() + ' ' + (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)
  return { isOut: false, isAgain, name, hasRing: hasRing || one.matches('input, textarea, iframe, [role=tree], [role=grid]') }
})`

/** Elements that could have the focus and never had; of a group of choices one is enough. */
const rest = `[...document.querySelectorAll('button, a[href], input, select, textarea, [tabindex]')]
  .filter((one) => one.tabIndex >= 0 && !one.disabled && !one.hasAttribute('data-walked'))
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]'))
  .filter((one) => !(one.type === 'radio' && document.querySelector('[name="' + one.name + '"][data-walked]')))
  .map((one) => one.tagName.toLowerCase() + ' ' + (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40))`

/** Presses Tab until the first one comes again. */
export async function walkByTab(page: Page): Promise<{ unreached: string[]; withoutRing: string[] }> {
  const withoutRing: string[] = []
  let first: string | undefined
  for (let presses = 0; presses < mostPresses; presses += 1) {
    await page.keyboard.press('Tab')
    const { isOut, isAgain, name, hasRing } = await page.evaluate<Step>(look)
    if (first !== undefined && (isOut || (isAgain && name === first))) break
    first ??= isOut ? undefined : name
    if (!hasRing) withoutRing.push(name)
  }
  return { unreached: await page.evaluate<string[]>(rest), withoutRing }
}
