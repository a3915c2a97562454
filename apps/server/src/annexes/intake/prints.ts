// Digests of an order's applied values: a value that nobody changed in the shop is recognized and left alone.
import type { StopInput } from '@routewright/contract'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'

/** Tells nothing of the value without the key of this installation. */
export function computePrint(secrets: SecretKeys, field: string, value: unknown): string {
  return secrets.sign(`order ${field} ${JSON.stringify(value ?? null)}`).slice(0, 16)
}

/** A print of each field, of the address that is looked for, and of the day. */
export function collectPrints(
  secrets: SecretKeys,
  { stop, address, day }: { stop: StopInput; address?: string; day?: string },
): Record<string, string> {
  const all = { ...stop, ...(address === undefined ? {} : { address }), ...(day === undefined ? {} : { day }) }
  return Object.fromEntries(Object.entries(all).map(([field, value]) => [field, computePrint(secrets, field, value)]))
}
