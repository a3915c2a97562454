// When the service worker answers this page: only what is fetched from then on is kept for later.

/** Resolves once the page is in the worker's hands; never where there is no worker. */
export function whenWorkerAnswers(): Promise<void> {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (worker?.controller) return Promise.resolve()
  return new Promise((resolve) => worker?.addEventListener('controllerchange', () => resolve(), { once: true }))
}
