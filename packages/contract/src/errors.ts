// Every message_id of the interface with its status and its text, declared once; a single handler of the server turns them into responses.

export interface ErrorDeclaration {
  status: 400 | 401 | 403 | 404 | 410 | 500
  /** English sentence whose {placeholders} are filled from the details of the error. */
  text: string
}

/** The request is invalid, or the state of the record does not allow it. */
const invalid = (text: string) => ({ status: 400, text }) as const
const forbidden = (text: string) => ({ status: 403, text }) as const
const missing = (text: string) => ({ status: 404, text }) as const

/** The whole table. Clients branch on the id; the text may change at any time. */
export const errors = {
  'highway.apiKey.error.not_found': { status: 401, text: 'The API key is missing or not valid.' },
  'highway.domain.error.not_found': missing('No {resource} with id {id} was found.'),
  'highway.api.error.not_found': missing('There is no operation {method} {path}.'),
  'highway.api.error.gone': { status: 410, text: 'The operation {method} {path} was withdrawn on {sunset}.' },
  'highway.user.error.forbidden': forbidden('The user of this key has no right to {action}.'),
  'highway.user.error.link_expired': missing('This link is no longer valid.'),
  'highway.user.error.email_taken': invalid('{email} already has an account.'),
  'highway.user.error.wrong_password': invalid('The current password is not right.'),
  'highway.user.error.common_password': invalid(
    'This password is among those that are tried first. Take another one, several words for instance.',
  ),
  'highway.user.error.step_expired': missing('This sign-in took too long. Begin again.'),
  'highway.user.error.wrong_code': invalid('The code is not right, or was used before.'),
  'highway.user.error.too_many_codes': invalid(
    'Too many wrong codes. Codes are looked at again {minutes} minutes after the last wrong one.',
  ),
  'highway.user.error.passkey_refused': invalid('The passkey is not accepted: {reason}'),
  'highway.user.error.factor_exists': invalid('There is an authenticator app already. Remove it first.'),
  'highway.user.error.factor_demanded': invalid(
    'The organization demands a second factor, and this is the last one. Add another one first.',
  ),
  'highway.user.error.provider_down': invalid('{provider} cannot be asked: {reason}'),
  'highway.user.error.provider_issuer': invalid('{provider} is not who it should be: {reason}'),
  'highway.user.error.provider_clock': invalid(
    'The clocks of {provider} and of this service differ by more than a minute. Set both by a time server.',
  ),
  'highway.user.error.provider_refused': invalid('{provider} refused to sign in: {reason}'),
  'highway.user.error.email_not_verified': invalid(
    '{provider} does not say that the e-mail address of this account is verified.',
  ),
  'highway.user.error.person_unknown': invalid(
    'There is no active account for {email}. An administrator of the organization can invite this address.',
  ),
  'highway.user.error.domain_not_proven': invalid(
    '{domain} is not proven: the DNS should have a TXT record {name} that says "{value}", but {found}. New records take minutes, sometimes hours, to be seen.',
  ),
  'highway.user.error.group_without_role': invalid(
    'None of the groups of this account at {provider} may sign in here. An administrator gives groups their roles.',
  ),
  'highway.user.error.last_administrator': invalid(
    'An organization needs an active administrator; {id} is the last one.',
  ),
  'highway.user.error.last_local_administrator': invalid(
    'An organization that signs in by a provider needs an active administrator with a password; {id} is the last one.',
  ),
  'highway.user.error.invitation_closed': invalid('Invitation {id} is {state}.'),
  'highway.project.error.forbidden': forbidden('The user of this key is not a member of project {id}.'),

  'highway.validation.error.invalid_payload': invalid('{place}: {reason}'),
  'highway.validation.error.invalid_parameter': invalid('{place}: {reason}'),
  'highway.validation.error.invalid_id': invalid('{place}: must be an id of 24 lowercase hexadecimal characters'),
  'highway.request.error.payload_too_large': invalid('The body is larger than {limit} bytes.'),
  'highway.request.error.malformed_json': invalid('The body is not readable JSON: {reason}'),

  'highway.quota.error.exceeded': invalid(
    'The quota of {kind} is used up: {used} of {limit} are used, and this needs {amount}. Nothing was changed. {again}',
  ),
  'highway.quota.error.off': invalid('This installation has no quotas: its setting QUOTAS is empty.'),

  'highway.storage.error.full': {
    status: 500,
    text: 'The service has no room left to store anything; nothing was changed. Its administrator has to make room.',
  },

  'highway.plan.error.invalid_status_transition': invalid('Plan {id} cannot change from {from} to {to}.'),
  'highway.plan.error.finished': invalid('Plan {id} is finished.'),
  'highway.plan.error.changed_meanwhile': invalid(
    '{what} was changed by {who} at {at}{how}. Nothing was overwritten; look at it and try again.',
  ),
  'highway.plan.error.promises_broken': invalid(
    'This would break what was promised to {count} customers: {list}. Nothing was changed; a dispatcher must agree to it by name (X-Agreed-By).',
  ),
  'highway.plan.error.draft': invalid('Plan {id} is a draft; set its status to planning first.'),
  'highway.plan.error.invalid_optimizer_config': invalid('{place}: {reason}'),
  'highway.plan.error.invalid_execution_date': invalid('{place}: must be a calendar date (2026-01-31) or a timestamp'),

  'highway.optimization.error.sync_optimization_already_progress': invalid(
    'An optimization of plan {id} is already in progress.',
  ),
  'highway.optimization.error.plan_finished': invalid('Plan {id} is finished and cannot be optimized.'),
  'highway.optimization.error.failed': invalid('The optimization of plan {id} failed: {reason}'),

  'highway.optimization.error.not_ready': invalid('Optimization {id} is {state} and has no result to apply.'),
  'highway.optimization.error.no_alternative': invalid(
    'Optimization {id} found no plan of its own for the goal {goal}.',
  ),

  'highway.route.error.locked': invalid('Route {id} is locked.'),
  'highway.route.error.finished': invalid('Route {id} is finished.'),
  'highway.route.error.email_missing': invalid('Route {id} has no e-mail address to send the link to.'),
  'highway.route.error.stop_not_in_plan': invalid('Stop {id} is not in plan {plan_id}.'),
  'highway.route.error.vehicle_already_used': invalid('Vehicle {id} already has a route in this plan at that time.'),
  'highway.route.error.invalid_time_window': invalid('{place}: {reason}'),

  'highway.stop.error.report_already_exists': invalid('Stop {id} already has a completed or canceled report.'),
  'highway.stop.error.plan_or_project_required': invalid('Either plan_id or project_id is required.'),
  'highway.stop.error.project_mismatch': invalid('{place}: {id} is not in project {project_id}.'),
  'highway.stop.error.invalid_type': invalid('{place}: {reason}'),
  'highway.stop.error.location_not_allowed': invalid(
    '{place}: this operation finds the location itself; send an address only',
  ),
  'highway.stop.error.invalid_time_window': invalid('{place}: {reason}'),
  'highway.stop.error.packages_not_allowed': invalid('{place}: only a delivery stop holds packages'),
  'highway.stop.error.packages_locked': invalid('Stop {id} is {status}; its packages can no longer be edited.'),
  'highway.stop.error.already_executed': invalid('Stop {id} is already {status}.'),
  'highway.stop.error.not_failed': invalid('Stop {id} is {status}: only a stop that was not delivered is tried again.'),
  'highway.stop.error.returns_to_sender': invalid(
    'Stop {id} goes back to its sender: it is not tried again unless that is taken back.',
  ),
  'highway.stop.error.nothing_to_return': invalid('{place}: nothing of stop {id} comes back on this route'),
  'highway.stop.error.fits_nowhere': invalid('Stop {id} cannot be tried again today: {reason}'),
  'highway.stop.error.promised': invalid(
    'Stop {id} was promised for {slot}. Move the promise {promise_id}, or change it by hand with the name of who agrees.',
  ),
  'highway.stop.error.not_in_plan': invalid('Stop {id} is in no plan.'),
  'highway.stop.error.remedy_not_applicable': invalid('The remedy {kind} does not help stop {id}: {reason}'),
  'highway.stop.error.goods_aboard': invalid(
    '{what}: its goods are aboard {route}, which is under way. Another vehicle can only take them over where the two meet, or at the depot.',
  ),
  'highway.stop.error.invalid_pin': invalid('The handover code of stop {id} is wrong.'),

  'highway.trial.error.nothing_to_try': invalid('{what}: {reason}'),
  'highway.trial.error.too_many': invalid(
    '{count} questions of this kind are being worked on already, and up to {limit} at once are. Wait, or throw one away.',
  ),
  'highway.trial.error.too_large': invalid(
    '{what} has {count} stops for {vehicles} vehicles. Up to {limit} stops of a day are tried, and up to {each} for each vehicle.',
  ),
  'highway.trial.error.not_ready': invalid('{id} is {state}: there is nothing to take yet.'),
  'highway.trial.error.plan_changed': invalid(
    'Plan {id} changed since the fleets were tried, so the orders found no longer fit. Try the fleets again.',
  ),

  'highway.week.error.too_large': invalid(
    'These days have {count} stops by days that may serve them, and up to {limit} are planned together. Plan fewer days.',
  ),
  'highway.week.error.too_many': invalid(
    '{count} weeks of this organization are being planned already, and up to {limit} at once are. Wait, or throw one away.',
  ),
  'highway.week.error.not_ready': invalid('The week plan {id} is {state}: nothing of it can be applied.'),
  'highway.week.error.changed': invalid('The plan of {date} changed since the week was planned. Plan the week again.'),
  'highway.week.error.not_applied': invalid('Nothing of the week plan is applied on {date}.'),
  'highway.week.error.under_way': invalid('Stops that came to {date} are under way or done already.'),

  'highway.slot.error.no_place': invalid('{place}: {reason}'),
  'highway.slot.error.taken': invalid('Slot {id} cannot be promised: {text}'),
  'highway.slot.error.key_used': invalid('The key {key} stands for another slot.'),
  'highway.slot.error.no_windows': invalid('The rules of the project have no grid of windows to choose from.'),
  'highway.slot.error.choice_closed': invalid('The window of stop {id} can no longer be chosen here.'),
  'highway.slot.error.released': invalid('The slot promise {id} is over. Hold a slot anew.'),

  'highway.checkout.error.over': missing('Nothing can be chosen here any longer.'),
  'highway.checkout.error.wrong_origin': { status: 403, text: 'Pages of {origin} may not call with this token.' },
  'highway.checkout.error.nothing_held': invalid('The customer of checkout {id} has chosen no window.'),
  'highway.checkout.error.too_many_holds': invalid(
    'A window was chosen {limit} times in this checkout, and no more. Open a new one.',
  ),

  'highway.package.error.duplicated_identifier': invalid('{place}: {reason}'),
  'highway.package.error.not_found': invalid('Package {identifier} is not in {place}.'),

  'highway.task.error.stop_already_executed': invalid(
    'Task {id} belongs to stop {stop_id}, which is already {status}.',
  ),
  'highway.task.error.invalid_status': invalid('{place}: {reason}'),

  'highway.report.error.invalid_type': invalid('{place}: {reason}'),
  'highway.report.error.task_not_in_stop': invalid('{place}: task {id} is not in stop {stop_id}'),
  'highway.report.error.missing_required_field': invalid('{place}: is required by the project'),
  'highway.report.error.image_too_large': invalid('The image is larger than {limit} bytes.'),
  'highway.report.error.invalid_image': invalid('{place}: {reason}'),
  'highway.report.error.cannot_take_back': invalid('Report {id} can no longer be taken back: {reason}'),
  'highway.report.error.cannot_take': invalid('Report {id} cannot be taken as what happened: {reason}'),

  'highway.vehicle.error.disabled': invalid('Vehicle {id} is disabled.'),
  'highway.vehicle.error.in_use': invalid('Vehicle {id} drives route {route_id}, which is in transit.'),

  'highway.driver.error.archived': invalid('Driver {id} is archived.'),
  'highway.driver.error.acted_on': invalid(
    'Route {id} was begun, or sent to its new driver, after the change: it is not taken back. Assign it anew.',
  ),

  'highway.search.error.invalid_predicate': invalid('{place}: {reason}'),

  'highway.geocoding.error.wrong_lat_lng': invalid('{place}: {reason}'),
  'highway.geocoding.error.address_required': invalid('{place}: an address is required'),
  'highway.map.error.region_unknown': invalid('{place}: {reason}'),
  'highway.map.error.source_unreachable': invalid('The source of maps cannot be reached: {reason}'),
  'highway.map.error.invalid_extract': invalid('{place}: {reason}'),
  'highway.geocoding.error.unavailable': invalid('No geocoder is available: {reason}'),

  'highway.webhook.error.invalid_url': invalid('{place}: {reason}'),
  'highway.webhook.error.unknown_event': invalid('{place}: {reason}'),

  'highway.message.error.unknown_variable': invalid('{place}: there is no variable {name}; there are {known}'),
  'highway.message.error.invalid_logo': invalid('{place}: {reason}'),
  'highway.message.error.invalid_font': invalid('{place}: {reason}'),
  'highway.message.error.no_contact': invalid('Stop {id} has no {contact}.'),
  'highway.message.error.channel_off': invalid('This installation cannot send {channel}: {reason}'),
  'highway.message.error.not_now': invalid('The message is not sent: {reason}'),

  'highway.privacy.error.nobody_named': invalid(
    '{place}: name an entry of the address book, a phone number, an e-mail address, or name and address together',
  ),
  'highway.privacy.error.too_many': invalid(
    'This fits {count} stops; up to {limit} belong to one recipient. Describe the person more closely.',
  ),
  'highway.privacy.error.open_stops': invalid(
    '{count} stops of this recipient are not done yet. Report, cancel or delete them first.',
  ),
  'highway.privacy.error.changed_meanwhile': invalid(
    'What is known of this recipient is no longer what you saw (fingerprint). Look at it again; nothing was erased.',
  ),

  'highway.export.error.too_many': invalid(
    '{count} exports of this organization are waiting or being written, and no more than {limit} may. Try again when one is finished.',
  ),
  'highway.export.error.not_ready': invalid('Export {id} is {state} and has no file.'),

  'highway.survey.error.not_allowed_yet': invalid('This delivery is not over yet.'),
  'highway.survey.error.already_exists': invalid('This delivery was already rated.'),
  'highway.intake.error.wrong_signature': {
    status: 401,
    text: 'The signature in {header} is missing or not that of this body.',
  },
  'highway.tracking.error.expired': missing('This link is no longer valid.'),
} as const satisfies Record<string, ErrorDeclaration>

export type MessageId = keyof typeof errors

/** Body of every error that uses the envelope. */
export interface ApiErrorBody {
  message: string
  message_id: MessageId
}

/** Values for the placeholders of a text. */
export type ErrorDetails = Readonly<Record<string, string | number | undefined>>

/** The sentence of an error; a placeholder without a value is replaced by its own name, so that "undefined" never appears. */
export function errorText(messageId: MessageId, details: ErrorDetails = {}): string {
  const template: string = errors[messageId].text
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? name))
}

/** Body of an error. */
export function errorBody(messageId: MessageId, details: ErrorDetails = {}): ApiErrorBody {
  return { message: errorText(messageId, details), message_id: messageId }
}

export function isMessageId(value: unknown): value is MessageId {
  return typeof value === 'string' && Object.hasOwn(errors, value)
}

/** Body of a 429: outside the envelope, without message_id. */
export const tooManyRequestsBody = {
  statusCode: 429,
  error: 'Too Many Requests',
  message: 'The rate limit of this credential is reached; slow down and try again.',
} as const
