// Mounts how recipients are asked to choose a window, and how they choose.

import { asRecipient, shownToRecipient, trackingView } from '../../../field/tracking/tracking.ts'
import { type App, mount, mountChange, mountRead } from '../../../frame/http/mount.ts'
import { privately } from '../../../frame/http/privately.ts'
import { askForSlot, chooseSlot, declineSlots, endSlotChoice, getSlotChoice, slotsToChoose } from './slot-choices.ts'

export function mountSlotChoices(app: App): void {
  mount(app, 'askForSlot', ({ params, body }, { transaction, services }) =>
    transaction((scope) => askForSlot(scope, params.stop_id, body, services.sms.isAvailableTo(scope.organizationId))),
  )
  mountRead(app, 'getSlotChoice', (scope, { params }) => getSlotChoice(scope, params.stop_id))
  mountChange(app, 'endSlotChoice', (scope, { params }) => endSlotChoice(scope, params.stop_id))
  mountChoosing(app)
}

/** The recipient's calls. */
function mountChoosing(app: App): void {
  const { services } = app
  mount(app, 'getTrackingSlots', ({ params }, { reply }) => {
    reply.headers(privately)
    return shownToRecipient(services, params.token, (scope, stopId) => slotsToChoose(scope, services, stopId))
  })

  mount(app, 'chooseTrackingSlot', ({ params, body }) =>
    asRecipient(services, params.token, async (scope, stopId) => {
      await chooseSlot(scope, services, stopId, body)
      return trackingView(scope, stopId)
    }),
  )

  mount(app, 'declineTrackingSlots', ({ params }) =>
    asRecipient(services, params.token, async (scope, stopId) => {
      await declineSlots(scope, stopId)
      return trackingView(scope, stopId)
    }),
  )
}
