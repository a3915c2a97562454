// The list of what the server is made of: one line for each slice's operations, one for each kind of job.
import type { App } from './http/mount.ts'
import type { Services } from './platform/services.ts'

/** Puts every handler on its endpoint; an endpoint without one answers 404 and stands in docs/status.md. */
export function mountSlices(_app: App): void {}

/** Begins to work the queues off; called in processes with the role `all` or `worker`. */
export async function startWorkers(services: Services): Promise<void> {
  await services.jobs.work('mail', { concurrency: 4 }, (message) => services.mail.send(message))
}
