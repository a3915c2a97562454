// Functions for trying the service out: only for the demo organization, and only from this machine.
import type { Config } from './config.ts'
import type { DayClock } from './day-clock.ts'

/** Rights of a person who tries the service out. */
export interface Trial {
  /**
   * The demo organization while it may be used freely: its mails are shown at /outbox, its webhooks may go to private
   * addresses. Undefined where there is no demo, and where other machines reach this service.
   */
  organizationId: string | undefined
  /** Clock of this organization: its days are played faster. */
  dayClock: DayClock
  /** Stop the demo's background work before the demo is deleted. */
  readonly endings: (() => Promise<void>)[]
}

/** Whether the name or address leads to this machine and to no other. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

/** Whether the settings let other machines reach the service: by the address it listens on, or by a proxy's. */
export function isReachedFromElsewhere({ host, publicBaseUrl }: Pick<Config, 'host' | 'publicBaseUrl'>): boolean {
  return !isLoopback(host) || (publicBaseUrl !== undefined && !isLoopback(new URL(publicBaseUrl).hostname))
}

/** Whether webhooks of the organization may go to plain http and to private or loopback addresses. */
export function mayTargetPrivate(
  { config, trial }: { config: Pick<Config, 'allowPrivateWebhooks'>; trial: Pick<Trial, 'organizationId'> },
  organizationId: string,
): boolean {
  return config.allowPrivateWebhooks || trial.organizationId === organizationId
}
