// What keeps people from reading a page, for the browser tests of every application.
import axe from 'axe-core'

/** A page of the browser, as far as it is needed here. */
interface ShownPage {
  evaluate(expression: string): Promise<unknown>
}

/**
 * What fades in is pale until it is there. It begins to move a frame after it was put on the page; what turns for ever is not
 * waited for.
 */
const stillness = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() =>
  Promise.allSettled(document.getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && Number.isFinite(effect.getComputedTiming().endTime))
    .map(({ finished }) => finished)))
  .then(() => undefined)`

/**
 * Serious and critical faults that axe finds on what is shown once nothing moves any more, each with the first characters of its elements.
 *
 * Only faults are collected and carried over to the test: the elements that passed are a hundred times as many. `rules`: only
 * these of axe's, where the page was looked at as a whole already.
 */
export async function seriousFaults(page: ShownPage, rules?: readonly string[]): Promise<string[]> {
  // A page keeps axe until it is loaded anew.
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe.source)
  await page.evaluate(stillness)
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const found = await page.evaluate(`axe.run(document, ${options}).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`)
  return found as string[]
}
