// Mounts slots: what can be promised at what cost.
import { chooseGeocoder } from '../geocoding/choose-geocoder.ts'
import { type App, mount } from '../http/mount.ts'
import { findSlots } from './slots.ts'

export function mountSlots(app: App): void {
  const { config, mapData } = app.services
  const geocoder = chooseGeocoder(config, mapData)
  mount(app, 'findSlots', ({ params, body }, context) => findSlots(context, geocoder, params.project_id, body))
}
