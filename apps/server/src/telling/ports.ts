// All extension points of a process: those of rules (planning/ports.ts), and those that need the services themselves.
import type { MessageChannel } from '@routewright/contract'
import type { Services } from '../frame/platform/services.ts'
import type { UseFoundPlan } from '../optimizing/ports.ts'
import type { Ports } from '../planning/ports.ts'

/** A message as stored: its recipient and its text. */
export interface KeptMessage {
  channel: MessageChannel
  recipient: string
  title: string
  body: string
}

/** Keeps a message of an organization instead of sending it. Returns false where it is to be sent. */
export type KeepInstead = (services: Services, organizationId: string, message: KeptMessage) => Promise<boolean>

export interface ServicePorts extends Ports {
  keepInstead?: KeepInstead
  /** For runs that bookings started. */
  useAfterBookings?: UseFoundPlan
}
