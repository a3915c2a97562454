// Mounts the operations that find places.
import { chooseGeocoder } from '../geocoding/choose-geocoder.ts'
import { type App, mount } from '../http/mount.ts'
import { findPlaceAt, geocodeStops, locateAddresses, suggestPlaces } from './addresses.ts'

export function mountAddresses(app: App): void {
  const { config, mapData } = app.services
  const geocoder = chooseGeocoder(config, mapData)
  mount(app, 'geocodeStops', ({ query, body }, context) => geocodeStops(context, geocoder, query, body))
  mount(app, 'findAddresses', ({ query }) => suggestPlaces(geocoder, query.text, query.country))
  mount(app, 'locateAddresses', ({ query, body }, context) =>
    locateAddresses(context, geocoder, query.project_id, body.addresses),
  )
  mount(app, 'findAddressAt', ({ query }) => findPlaceAt(geocoder, query.lat, query.lng))
}
