// Where the keyboard goes when a dialog is gone, or a button waited: to what had it before. The kit does so only for dialogs that stay
// mounted, and ours are mounted when they open; its waiting buttons are disabled, which takes the keyboard from them.

const mostRemembered = 8

/** Follows the page from now on. */
export function giveFocusBack(page: Document): void {
  /** Elements that had the keyboard focus, latest last. */
  const before: HTMLElement[] = []
  page.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) before.push(target)
    if (before.length > mostRemembered) before.shift()
  })
  const onRemoved = new MutationObserver((changes) => {
    const removed = changes.flatMap(({ removedNodes }) => [...removedNodes])
    if (!removed.some(holdsDialog) || (page.activeElement !== null && page.activeElement !== page.body)) return
    before.findLast(({ isConnected }) => isConnected)?.focus({ preventScroll: true })
  })
  // Dialogs stand in nodes of their own at the end of the page: the rest of it, which changes all the time, is not watched.
  const onPortal = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLElement && node.dataset.portal) onRemoved.observe(node, { childList: true })
    }
  })
  onPortal.observe(page.body, { childList: true })
  const onEnabled = new MutationObserver((changes) => {
    const last = before.at(-1)
    const isUsable = last !== undefined && !last.matches(':disabled') && changes.some(({ target }) => target === last)
    if (isUsable && page.activeElement === page.body) last.focus({ preventScroll: true })
  })
  onEnabled.observe(page.body, { subtree: true, attributeFilter: ['disabled'] })
}

function holdsDialog(node: Node): boolean {
  return node instanceof Element && (node.matches('[role=dialog]') || node.querySelector('[role=dialog]') !== null)
}
