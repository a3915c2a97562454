// Every message_id of the interface: its status and its text, declared once; one handler of the server maps them.

export interface ErrorDeclaration {
  status: 400 | 401 | 403 | 404 | 410
  /** English sentence with {placeholders} filled from the details of the refusal. */
  text: string
}

/** The whole table. Clients branch on the id; the text may change at any time. */
export const errors = {
  'highway.apiKey.error.not_found': { status: 401, text: 'The API key is missing or not valid.' },
  'highway.domain.error.not_found': { status: 404, text: 'No {resource} with id {id} was found.' },
  'highway.api.error.not_found': { status: 404, text: 'There is no operation {method} {path}.' },
  'highway.api.error.gone': { status: 410, text: 'The operation {method} {path} was withdrawn on {sunset}.' },
  'highway.user.error.forbidden': { status: 403, text: 'The user of this key has no right to {action}.' },
  'highway.user.error.link_expired': { status: 404, text: 'This link is no longer valid.' },
  'highway.user.error.email_taken': { status: 400, text: '{email} already has an account.' },
  'highway.user.error.wrong_password': { status: 400, text: 'The current password is not right.' },
  'highway.user.error.last_administrator': {
    status: 400,
    text: 'An organization needs an active administrator; {id} is the last one.',
  },
  'highway.user.error.invitation_closed': { status: 400, text: 'Invitation {id} is {state}.' },
  'highway.project.error.forbidden': { status: 403, text: 'The user of this key is not a member of project {id}.' },

  'highway.validation.error.invalid_payload': { status: 400, text: '{place}: {reason}' },
  'highway.validation.error.invalid_parameter': { status: 400, text: '{place}: {reason}' },
  'highway.validation.error.invalid_id': {
    status: 400,
    text: '{place}: must be an id of 24 lowercase hexadecimal characters',
  },
  'highway.request.error.payload_too_large': { status: 400, text: 'The body is larger than {limit} bytes.' },
  'highway.request.error.malformed_json': { status: 400, text: 'The body is not readable JSON: {reason}' },

  'highway.plan.error.invalid_status_transition': {
    status: 400,
    text: 'Plan {id} cannot change from {from} to {to}.',
  },
  'highway.plan.error.finished': { status: 400, text: 'Plan {id} is finished.' },
  'highway.plan.error.changed_meanwhile': {
    status: 400,
    text: '{what} was changed by {who} at {at}{how}. Nothing was overwritten; look at it and try again.',
  },
  'highway.plan.error.draft': { status: 400, text: 'Plan {id} is a draft; set its status to planning first.' },
  'highway.plan.error.invalid_optimizer_config': { status: 400, text: '{place}: {reason}' },
  'highway.plan.error.invalid_execution_date': {
    status: 400,
    text: '{place}: must be a calendar date (2026-01-31) or a timestamp',
  },

  'highway.optimization.error.sync_optimization_already_progress': {
    status: 400,
    text: 'An optimization of plan {id} is already in progress.',
  },
  'highway.optimization.error.plan_finished': { status: 400, text: 'Plan {id} is finished and cannot be optimized.' },
  'highway.optimization.error.failed': { status: 400, text: 'The optimization of plan {id} failed: {reason}' },

  'highway.optimization.error.not_ready': {
    status: 400,
    text: 'Optimization {id} is {state} and has no result to apply.',
  },

  'highway.route.error.locked': { status: 400, text: 'Route {id} is locked.' },
  'highway.route.error.finished': { status: 400, text: 'Route {id} is finished.' },
  'highway.route.error.email_missing': { status: 400, text: 'Route {id} has no e-mail address to send the link to.' },
  'highway.route.error.stop_not_in_plan': { status: 400, text: 'Stop {id} is not in plan {plan_id}.' },
  'highway.route.error.vehicle_already_used': {
    status: 400,
    text: 'Vehicle {id} already has a route in this plan at that time.',
  },
  'highway.route.error.invalid_time_window': { status: 400, text: '{place}: {reason}' },

  'highway.stop.error.report_already_exists': {
    status: 400,
    text: 'Stop {id} already has a completed or canceled report.',
  },
  'highway.stop.error.plan_or_project_required': { status: 400, text: 'Either plan_id or project_id is required.' },
  'highway.stop.error.project_mismatch': { status: 400, text: '{place}: {id} is not in project {project_id}.' },
  'highway.stop.error.invalid_type': { status: 400, text: '{place}: {reason}' },
  'highway.stop.error.location_not_allowed': {
    status: 400,
    text: '{place}: this operation finds the location itself; send an address only',
  },
  'highway.stop.error.invalid_time_window': { status: 400, text: '{place}: {reason}' },
  'highway.stop.error.packages_not_allowed': { status: 400, text: '{place}: only a delivery stop holds packages' },
  'highway.stop.error.packages_locked': {
    status: 400,
    text: 'Stop {id} is {status}; its packages can no longer be edited.',
  },
  'highway.stop.error.already_executed': { status: 400, text: 'Stop {id} is already {status}.' },
  'highway.stop.error.not_in_plan': { status: 400, text: 'Stop {id} is in no plan.' },
  'highway.stop.error.remedy_not_applicable': {
    status: 400,
    text: 'The remedy {kind} does not help stop {id}: {reason}',
  },
  'highway.stop.error.invalid_pin': { status: 400, text: 'The handover code of stop {id} is wrong.' },

  'highway.package.error.duplicated_identifier': {
    status: 400,
    text: '{place}: {reason}',
  },
  'highway.package.error.not_found': { status: 400, text: 'Package {identifier} is not in {place}.' },

  'highway.task.error.stop_already_executed': {
    status: 400,
    text: 'Task {id} belongs to stop {stop_id}, which is already {status}.',
  },
  'highway.task.error.invalid_status': { status: 400, text: '{place}: {reason}' },

  'highway.report.error.invalid_type': { status: 400, text: '{place}: {reason}' },
  'highway.report.error.task_not_in_stop': { status: 400, text: '{place}: task {id} is not in stop {stop_id}' },
  'highway.report.error.missing_required_field': { status: 400, text: '{place}: is required by the project' },
  'highway.report.error.image_too_large': { status: 400, text: 'The image is larger than {limit} bytes.' },
  'highway.report.error.invalid_image': { status: 400, text: '{place}: {reason}' },

  'highway.vehicle.error.disabled': { status: 400, text: 'Vehicle {id} is disabled.' },
  'highway.vehicle.error.in_use': { status: 400, text: 'Vehicle {id} drives route {route_id}, which is in transit.' },

  'highway.search.error.invalid_predicate': { status: 400, text: '{place}: {reason}' },

  'highway.geocoding.error.wrong_lat_lng': { status: 400, text: '{place}: {reason}' },
  'highway.geocoding.error.address_required': { status: 400, text: '{place}: an address is required' },
  'highway.geocoding.error.unavailable': { status: 400, text: 'No geocoder is available: {reason}' },

  'highway.webhook.error.invalid_url': { status: 400, text: '{place}: {reason}' },
  'highway.webhook.error.unknown_event': { status: 400, text: '{place}: {reason}' },

  'highway.message.error.unknown_variable': {
    status: 400,
    text: '{place}: there is no variable {name}; there are {known}',
  },
  'highway.message.error.invalid_logo': { status: 400, text: '{place}: {reason}' },
  'highway.message.error.no_contact': { status: 400, text: 'Stop {id} has no {contact}.' },
  'highway.message.error.channel_off': { status: 400, text: 'This installation cannot send {channel}: {reason}' },
  'highway.message.error.not_now': { status: 400, text: 'The message is not sent: {reason}' },

  'highway.survey.error.not_allowed_yet': { status: 400, text: 'This delivery is not over yet.' },
  'highway.survey.error.already_exists': { status: 400, text: 'This delivery was already rated.' },
  'highway.tracking.error.expired': { status: 404, text: 'This link is no longer valid.' },
} as const satisfies Record<string, ErrorDeclaration>

export type MessageId = keyof typeof errors

/** Body of every refusal that follows the envelope. */
export interface ApiErrorBody {
  message: string
  message_id: MessageId
}

/** What fills the placeholders of a text. */
export type ErrorDetails = Readonly<Record<string, string | number | undefined>>

/** The sentence of a refusal; a placeholder without a value is named by its own word, so that nothing reads "undefined". */
export function errorText(messageId: MessageId, details: ErrorDetails = {}): string {
  const template: string = errors[messageId].text
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? name))
}

/** Body of a refusal. */
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
