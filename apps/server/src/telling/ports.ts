// All places where a process asks whoever is mounted: those of rules (planning/ports.ts), and those that need the services themselves.
import type { MessageChannel } from '@routewright/contract'
import type { Services } from '../frame/platform/services.ts'
import type { UseFoundPlan } from '../optimizing/ports.ts'
import type { Ports } from '../planning/ports.ts'

/** A message as it is kept: to whom, and what is said. */
export interface KeptMessage {
  channel: MessageChannel
  recipient: string
  title: string
  body: string
}

/** Keeps what an organization would have sent. Returns false where it is to be sent. */
export type KeepInstead = (services: Services, organizationId: string, message: KeptMessage) => Promise<boolean>

export interface ServicePorts extends Ports {
  keepInstead?: KeepInstead
  /** Of runs that bookings asked for. */
  useAfterBookings?: UseFoundPlan
}
