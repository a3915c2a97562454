// Entry point of the package.
export type { Identified } from './create-missing.ts'
export type { MadeOnce } from './create-once.ts'
export { createRoutewright, type Routewright } from './create-routewright.ts'
export type { CreatedOnce, IdentifiedStopInput, StopTarget } from './create-stops-once.ts'
export type * from './generated/wire.ts'
export type { PagedOperation, RecordOf } from './iterate.ts'
export { RoutewrightError } from './routewright-error.ts'
export type { CallOptions, ConnectionOptions, OperationId } from './send.ts'
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts'
export type { WaitOptions } from './wait-for-optimization.ts'
