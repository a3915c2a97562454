// Mounts slots: what can be promised at what cost, and what becomes of a promise.

import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import { chooseGeocoder } from '../../geography/geocoding/choose-geocoder.ts'
import {
  bookPromise,
  changeByHand,
  findSlots,
  getPromise,
  getSlotRules,
  holdFor,
  movePromise,
  previewSlotRules,
  promiseFor,
  releaseSlot,
  setSlotRules,
} from './slots.ts'

export function mountSlots(app: App): void {
  const { config, mapData } = app.services
  const geocoder = chooseGeocoder(config, mapData)
  mount(app, 'findSlots', ({ params, body }, context) => findSlots(context, geocoder, params.project_id, body))
  mountRead(app, 'getSlotRules', (scope, { params }) => getSlotRules(scope, params.project_id))
  mountChange(app, 'setSlotRules', (scope, { params, body }) => setSlotRules(scope, params.project_id, body))
  mountRead(app, 'previewSlotRules', (scope, { params, body }) => previewSlotRules(scope, params.project_id, body))
  mount(app, 'holdSlot', ({ params, body }, context) => holdFor(context, geocoder, params.project_id, body))
  mountRead(app, 'getSlotPromise', (scope, { params }) => getPromise(scope, params.slot_promise_id))
  mount(app, 'bookSlot', ({ params }, context) => bookPromise(context, params.slot_promise_id))
  mount(app, 'moveSlot', ({ params, body }, context) => movePromise(context, params.slot_promise_id, body))
  mount(app, 'promiseStop', ({ params, body }, context) => promiseFor(context, params.stop_id, body))
  mountChange(app, 'releaseSlot', (scope, { params, body }) =>
    releaseSlot(scope, params.slot_promise_id, body.keep_stop ?? false),
  )
  mountChange(app, 'changePromisedWindow', (scope, { params, body }) =>
    changeByHand(scope, params.slot_promise_id, body),
  )
}
