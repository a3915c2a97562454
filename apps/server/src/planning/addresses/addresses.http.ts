// Mounts the operations that find places.

import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import { chooseGeocoder } from '../../geography/geocoding/choose-geocoder.ts'
import { correctAddress, forgetCorrectedAddress, listCorrectedAddresses } from '../corrections/corrections.ts'
import { findPlaceAt, geocodeStops, locateAddresses, suggestPlaces } from './addresses.ts'

export function mountAddresses(app: App): void {
  const { config, mapData } = app.services
  const geocoder = chooseGeocoder(config, mapData)
  mount(app, 'geocodeStops', ({ query, body }, context) => geocodeStops(context, geocoder, query, body))
  mount(app, 'findAddresses', ({ query }) => suggestPlaces(geocoder, query.text, query.country))
  mount(app, 'locateAddresses', ({ query, body }, context) =>
    locateAddresses(context, geocoder, query.project_id, body.addresses),
  )
  mountChange(app, 'correctAddress', (scope, { body: { address, lat, lng } }) =>
    correctAddress(scope, address, { lat, lng }),
  )
  mountRead(app, 'listCorrectedAddresses', (scope, { query }) => listCorrectedAddresses(scope, query))
  mountChange(app, 'forgetCorrectedAddress', (scope, { params }) =>
    forgetCorrectedAddress(scope, params.corrected_address_id),
  )
  mount(app, 'findAddressAt', ({ query }) => findPlaceAt(geocoder, query.lat, query.lng))
}
