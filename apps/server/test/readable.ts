// Faults that keep people from reading a page, for the browser tests of every application.
import axe from 'axe-core'

/** The part of a browser's page that is needed here. */
interface ShownPage {
  evaluate(expression: string): Promise<unknown>
}

/**
 * Waits until animations end, as fading elements are pale until then. An animation starts a frame after its element was added;
 * endless ones are not awaited.
 */
const stillness = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() =>
  Promise.allSettled(document.getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && Number.isFinite(effect.getComputedTiming().endTime))
    .map(({ finished }) => finished)))
  .then(() => undefined)`

/** How often something began to move on this page, counted from the first call on. */
const beginnings = `(window.beganToMove ??= (() => {
  const seen = { times: 0 }
  for (const event of ['transitionrun', 'animationstart']) addEventListener(event, () => { seen.times += 1 }, true)
  return seen
})()).times`

/** Looks after which a page that never stands still is judged. */
const MOST_LOOKS = 10

/**
 * Returns the serious and critical faults that axe finds once nothing moves any more, each with the first characters of its
 * elements. Looks again where an animation started meanwhile. Only faults are transferred to the test: the elements that passed
 * are a hundred times as many. `rules`: only these of axe's, where the whole page was checked already.
 */
export async function seriousFaults(page: ShownPage, rules?: readonly string[]): Promise<string[]> {
  // A page keeps axe until it is loaded anew.
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe.source)
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const look = `axe.run(document, ${options}).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`
  let found: string[] = []
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    // Counted before the page stands still: elements that a response changes while axe looks are half faded in, too.
    const before = await page.evaluate(beginnings)
    await page.evaluate(stillness)
    found = (await page.evaluate(look)) as string[]
    if (found.length === 0 || (await page.evaluate(beginnings)) === before) break
  }
  return found
}
