// The rules of data rights, as they are mounted.
import type { Readable } from 'node:stream'
import type { RecipientInput } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import { findRecipient } from './recipient.ts'
import { getArchive } from './recipient-archive.ts'

export { describeRecipient, eraseRecipient } from './recipient.ts'
export { changeRetention, getRetention, previewRetention } from './retention.ts'

/** The archive of what is known; that it was made is noted before the first byte. Throws like `findRecipient`. */
export async function exportRecipient(
  services: Services,
  scope: Scope,
  input: RecipientInput,
  change: (work: (scope: Scope) => Promise<void>) => Promise<void>,
): Promise<Readable> {
  const found = await findRecipient(services, scope, input)
  const counts = { stops: found.stops.length, clients: found.clients.length }
  await change((noting) => auditRecord(noting, 'exported', 'recipient', { id: createId(noting.now) }, counts))
  return getArchive(services, scope, found)
}
