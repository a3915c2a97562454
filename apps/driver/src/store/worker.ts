// The service worker of this page: when it begins to cache the app, and when it serves it.

/**
 * Registers the worker once a screen stands: what it keeps for later is as large as all that the first screen needs, and on a slow
 * line the two would share it.
 */
export function registerWorkerBehindScreen(home: string): void {
  if (!('serviceWorker' in navigator)) return
  const register = () =>
    navigator.serviceWorker.register(`${home}sw.js`, { scope: home }).catch((error) => console.warn('no worker', error))
  const watching = new MutationObserver(() => {
    if (!document.querySelector('main:not([aria-busy])')) return
    watching.disconnect()
    void register()
  })
  watching.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
}

/** Resolves once the page is in the worker's hands; never where there is no worker. */
export function whenWorkerAnswers(): Promise<void> {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (worker?.controller) return Promise.resolve()
  return new Promise((resolve) => worker?.addEventListener('controllerchange', () => resolve(), { once: true }))
}
