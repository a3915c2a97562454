// Whether a message bears the signature of its source: HMAC-SHA256 over the body as it came.
import { createHmac } from 'node:crypto'
import type { OrderSourceRow } from '../../data/order-source-tables.ts'
import { isSameSecret } from '../../frame/platform/password.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'

type Signed = Pick<OrderSourceRow, 'id' | 'signature' | 'secret'>

const getPurpose = (sourceId: string) => `secret of order source ${sourceId}`

export function sealSecret(secrets: SecretKeys, sourceId: string, secret: string): string {
  return secrets.seal(secret, getPurpose(sourceId))
}

/** The secret itself. Throws UnknownSecretKey. */
export function openSecret(secrets: SecretKeys, { id, secret }: Signed): string {
  return secrets.open(secret!, getPurpose(id))
}

/** True for a source that signs nothing. */
export function isSignedRight(
  secrets: SecretKeys,
  source: Signed,
  headers: Readonly<Record<string, unknown>>,
  body: Buffer,
): boolean {
  if (!source.secret || !source.signature) return true
  const given = headers[source.signature.header.toLowerCase()]
  if (typeof given !== 'string') return false
  const right = createHmac('sha256', openSecret(secrets, source)).update(body).digest(source.signature.encoding)
  // Some put the name of the algorithm before it.
  return isSameSecret(given.replace(/^sha256=/i, ''), right)
}
