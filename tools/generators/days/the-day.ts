// The day of each generated client: a plan with three stops and a route, optimized, and one stop reported as done.

import day from './the-day.json' with { type: 'json' }

export const address = process.env.ROUTEWRIGHT_URL!
export const key = process.env.ROUTEWRIGHT_KEY!

export const { plan } = day

export const report = { ...day.report, type: 'service_report_completed' as const }

/** The stop that is reported: the first of the optimized plan that is on a route. */
export function stopOnRoute({ stops }: { stops?: { id: string; route_id?: string }[] }): string {
  const stop = stops?.find(({ route_id }) => route_id !== undefined)
  if (!stop) throw new Error('Optimized, but no stop is on a route.')
  return stop.id
}

export function expectCompleted({ status }: { status: string }): void {
  if (status !== 'completed') throw new Error(`Reported as done, but the stop is ${status}.`)
}

/** Returns the value, or throws an error that shows the response. */
export function given<T>(answer: T | undefined, step: string): T {
  if (answer === undefined) throw new Error(`${step} was not answered as declared.`)
  return answer
}

/** The key goes into the query: for clients that leave the sending to a `fetch` of one's own. */
export const fetchWithKey: typeof fetch = (input, init) => {
  const request = new Request(input instanceof URL || typeof input === 'string' ? new URL(input, address) : input, init)
  const url = new URL(request.url)
  url.searchParams.set('private_key', key)
  return fetch(new Request(url, request))
}
