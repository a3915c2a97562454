// Layout faults that keep people from seeing or pressing something, for the browser tests of every application.

/** The part of a browser's page that is needed here. */
interface ShownPage {
  evaluate(expression: string): Promise<unknown>
}

/**
 * Faults of the layout of what is shown: boxes wider than the screen, what can be pressed but not be reached or lies under something else,
 * words that are cut in what is pressed, tables wider than the panel they stand in, fields too narrow to read, and what shows over a bar
 * that stays in sight. Where a dialog is open, only it counts.
 */
export async function layoutFaults(page: ShownPage): Promise<string[]> {
  return (await page.evaluate(lookForFaults)) as string[]
}

/** Runs in the page. Two pixels of an element under its neighbour are a border. */
const lookForFaults = `(() => {
  const nameOf = (one) => one.tagName.toLowerCase() + ' "' +
    (one.getAttribute('aria-label') ?? one.getAttribute('placeholder') ?? one.textContent).trim().slice(0, 40) + '"'
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const scrollersOf = (one) => {
    const boxes = []
    for (let box = one.parentElement; box; box = box.parentElement)
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(box).overflowX + getComputedStyle(box).overflowY)) boxes.push(box)
    return boxes
  }
  const scrolls = (one) => scrollersOf(one).some((box) =>
    box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX))
  const isOut = (one) => {
    const { left, right, width } = one.getBoundingClientRect()
    return width > 1 && (left < -1 || right > innerWidth + 1) && !scrolls(one)
  }
  const dialogs = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].filter(isShown)
  const root = dialogs.at(-1) ?? document.body
  const selector = 'button, a[href], input:not([type=hidden]), select, textarea, [role=tab], [role=button], [role=menuitem]'
  const pressed = [...root.querySelectorAll(selector)].filter(isShown).filter((one) => !one.closest('.maplibregl-map, [aria-hidden=true], [inert]'))
  const middleOf = (one) => {
    const { left, right, top, bottom, width } = one.getBoundingClientRect()
    return width > 4 ? [(left + right) / 2, (top + bottom) / 2] : undefined
  }
  const isInSight = (one, [x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight &&
    scrollersOf(one).every((box) => {
      const { left, right, top, bottom } = box.getBoundingClientRect()
      return x > left && x < right && y > top && y < bottom
    })
  const staysInSight = (one) => {
    for (let box = one; box && box !== root; box = box.parentElement)
      if (box.matches('aside') || getComputedStyle(box).position === 'sticky') return true
    return false
  }
  const over = (one) => {
    const middle = middleOf(one)
    if (!middle || !isInSight(one, middle)) return
    const top = document.elementFromPoint(...middle)
    const label = one.closest('label') ?? (one.id && document.querySelector('label[for="' + CSS.escape(one.id) + '"]'))
    const isOwn = !top || one.contains(top) || top.contains(one) || (label && (label.contains(top) || top.contains(label)))
    // Icons and arrows inside of a field belong to it; a bar that stays at the edge and a drawer lie over what can be scrolled or comes back.
    return isOwn || one.parentElement?.contains(top) || staysInSight(top) ? undefined : top
  }
  const cut = [...root.querySelectorAll('button, button *, a[class*=Button] *, [role=tab] *, [role=radiogroup] label *, th, nav a *')]
    .filter((one) => one.childElementCount === 0 && one.textContent.trim() && isShown(one) && !one.closest('[title]'))
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1 && getComputedStyle(one).overflowX !== 'visible')
  const isSticky = (one) => isShown(one) && getComputedStyle(one).position === 'sticky'
  const bars = [...root.querySelectorAll('[class*="_foot_"], [class*="_bar_"]')].filter(isSticky)
  const overBar = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    for (let x = left + 3; x < right; x += 8) {
      for (const y of [top + 3, (top + bottom) / 2, bottom - 3]) {
        const found = document.elementFromPoint(x, y)
        if (found && !one.contains(found) && !found.contains(one)) return found
      }
    }
  }
  const covers = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  }
  const bar = [...root.querySelectorAll('#content header :is(button, h1, a, [role=radiogroup])')].filter(isShown)
  return [
    ...bar.flatMap((one, at) => bar.slice(at + 1).filter((other) => !one.contains(other) && covers(one, other))
      .map((other) => nameOf(one) + ' over ' + nameOf(other))),
    ...[...root.querySelectorAll('#content header span')].filter(isShown)
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1).map((one) => 'spills: ' + nameOf(one)),
    ...[document.documentElement, ...document.querySelectorAll('#content')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => 'wider than the screen: ' + nameOf(box)),
    ...pressed.filter(isOut).map((one) => 'out of reach: ' + nameOf(one)),
    ...pressed.flatMap((one) => { const top = over(one); return top ? [nameOf(one) + ' under ' + nameOf(top)] : [] }),
    ...cut.map((one) => 'cut: ' + nameOf(one)),
    ...[...root.querySelectorAll('aside table')].filter(isShown)
      .filter((one) => one.getBoundingClientRect().right > one.closest('aside').getBoundingClientRect().right + 1)
      .map((one) => 'wider than its panel: ' + nameOf(one)),
    ...[...root.querySelectorAll('input:is([type=text], :not([type]))')].filter(isShown)
      .filter((one) => one.clientWidth > 4 && one.clientWidth < 44).map((one) => 'too narrow: ' + nameOf(one)),
    ...bars.flatMap((one) => { const found = overBar(one); return found ? [nameOf(found) + ' over the bar ' + nameOf(one)] : [] }),
  ]
})()`
