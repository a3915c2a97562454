// Example errors for the descriptions.
import { ids } from '../endpoints/examples.ts'
import { type ApiErrorBody, type ErrorDetails, errorBody, type MessageId } from '../errors.ts'
import { bodyBytes } from '../limits.ts'

/** An example of an error body. */
export function exampleRefusal(messageId: MessageId): ApiErrorBody {
  return errorBody(messageId, exampleDetails[messageId] ?? { ...generalDetails })
}

const generalDetails = {
  id: ids.stop,
  stop_id: ids.stop,
  plan_id: ids.plan,
  project_id: ids.project,
  route_id: ids.route,
  status: 'completed',
  limit: bodyBytes.other,
  identifier: 'PARCEL-1001-A',
  reason: 'is not valid',
  place: '[3]',
  resource: 'stop',
  action: 'change plans of this project',
}

const exampleDetails: Partial<Record<MessageId, ErrorDetails>> = {
  'highway.stop.error.goods_aboard': { what: 'Stop 12 Smith', route: 'Route Van 3' },
  'highway.validation.error.invalid_payload': { place: '[3].duration', reason: 'must be >= 0' },
  'highway.validation.error.invalid_parameter': { place: 'limit', reason: 'must be <= 1000' },
  'highway.validation.error.invalid_id': { place: 'id' },
  'highway.request.error.malformed_json': { reason: 'it ends too early' },
  'highway.project.error.forbidden': { id: ids.project },
  'highway.plan.error.invalid_status_transition': { id: ids.plan, from: 'finished', to: 'planning' },
  'highway.plan.error.finished': { id: ids.plan },
  'highway.plan.error.draft': { id: ids.plan },
  'highway.plan.error.invalid_execution_date': { place: 'execution_date' },
  'highway.plan.error.invalid_optimizer_config': {
    place: 'optimizer_config.time_limit_seconds',
    reason: 'must be <= 3600',
  },
  'highway.optimization.error.sync_optimization_already_progress': { id: ids.plan },
  'highway.optimization.error.plan_finished': { id: ids.plan },
  'highway.optimization.error.failed': { id: ids.plan, reason: 'the travel times could not be found' },
  'highway.route.error.locked': { id: ids.route },
  'highway.route.error.finished': { id: ids.route },
  'highway.route.error.email_missing': { id: ids.route },
  'highway.route.error.vehicle_already_used': { id: ids.vehicle },
  'highway.route.error.invalid_time_window': { place: 'time_window', reason: 'end must be after start' },
  'highway.stop.error.project_mismatch': { place: 'plan_id', id: ids.plan, project_id: ids.project },
  'highway.stop.error.invalid_time_window': { place: '[3].time_windows[0]', reason: 'end must be after start' },
  'highway.stop.error.invalid_type': { place: '[3].type', reason: 'must be one of delivery, pickup, visit' },
  'highway.stop.error.packages_not_allowed': { place: '[3].packages' },
  'highway.stop.error.location_not_allowed': { place: '[3].location' },
  'highway.package.error.duplicated_identifier': {
    place: '[3].packages[1].identifier',
    reason: 'PARCEL-1001-A stands twice',
  },
  'highway.package.error.not_found': { identifier: 'PARCEL-1001-A', place: `stop ${ids.stop}` },
  'highway.task.error.stop_already_executed': { id: ids.task, stop_id: ids.stop, status: 'completed' },
  'highway.task.error.invalid_status': { place: 'status', reason: 'must be one of pending, completed, canceled' },
  'highway.report.error.invalid_type': {
    place: 'type',
    reason: 'must be one of service_report_attempted, service_report_completed, service_report_canceled',
  },
  'highway.report.error.task_not_in_stop': { place: 'tasks[0].task_id', id: ids.task, stop_id: ids.stop },
  'highway.report.error.missing_required_field': { place: 'signature' },
  'highway.report.error.image_too_large': { limit: bodyBytes.image },
  'highway.report.error.invalid_image': { place: 'images[0]', reason: 'must be JPEG, PNG or WebP' },
  'highway.vehicle.error.disabled': { id: ids.vehicle },
  'highway.vehicle.error.in_use': { id: ids.vehicle, route_id: ids.route },
  'highway.search.error.invalid_predicate': {
    place: 'predicates[0].operator',
    reason: 'must be one of eq, ne, gt, gte, lt, lte, in, nin, contains, starts_with, exists',
  },
  'highway.geocoding.error.address_required': { place: '[3].address' },
  'highway.geocoding.error.unavailable': { reason: 'no address data is loaded' },
}
