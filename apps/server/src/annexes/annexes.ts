// Definition of an annex: an optional module that is mounted by one line and could be removed.
import type { App } from '../frame/http/mount.ts'
import type { Config } from '../frame/platform/config.ts'
import type { Services } from '../frame/platform/services.ts'
import type { ServicePorts } from '../telling/ports.ts'

export interface Annex {
  /** That of its folder. */
  name: string
  /** Puts its handlers on its endpoints. */
  mount?(app: App): void
  /** Opens ports of its own once the service listens; returns a function that closes them. */
  listen?(services: Services): Promise<() => Promise<void>>
  /** Begins to work its queues off, in processes that work; returns how to end what is not a queue. */
  work?(services: Services): Promise<(() => Promise<void>) | void>
  /** Deletes what is past its time, each hour. */
  cleanUp?(services: Services): Promise<void>
  ports?: Partial<ServicePorts>
  /** Ports that the settings decide on. */
  choosePorts?(config: Config): Partial<ServicePorts>
}
