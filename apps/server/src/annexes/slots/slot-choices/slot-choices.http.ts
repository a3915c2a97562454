// Mounts how recipients are asked to choose a window; their own calls stand with those of their page.
import { type App, mount, mountChange, mountRead } from '../../../frame/http/mount.ts'
import { askForSlot, endSlotChoice, getSlotChoice } from './slot-choices.ts'

export function mountSlotChoices(app: App): void {
  mount(app, 'askForSlot', ({ params, body }, { transaction, services }) =>
    transaction((scope) => askForSlot(scope, params.stop_id, body, services.sms.isAvailableTo(scope.organizationId))),
  )
  mountRead(app, 'getSlotChoice', (scope, { params }) => getSlotChoice(scope, params.stop_id))
  mountChange(app, 'endSlotChoice', (scope, { params }) => endSlotChoice(scope, params.stop_id))
}
