// The client secrets of providers of sign-ins: encrypted in the database, never shown.
import type { SignInProviderRow } from '../../data/sign-in-provider-tables.ts'
import { lockSecretProviders, rewriteProviderSecret } from '../../data/sign-in-providers.sql.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'
import type { Services } from '../../frame/platform/services.ts'

const getPurpose = (providerId: string) => `client secret of sign-in provider ${providerId}`

export function sealClientSecret(secrets: SecretKeys, providerId: string, secret: string): string {
  return secrets.seal(secret, getPurpose(providerId))
}

/** The client secret itself; undefined for a public client. Throws UnknownSecretKey. */
export function findClientSecret(
  secrets: SecretKeys,
  { id, secret }: Pick<SignInProviderRow, 'id' | 'secret'>,
): string | undefined {
  return secret === null ? undefined : secrets.open(secret, getPurpose(id))
}

/** Encrypts all secrets under the first key that are not yet; returns how many. Throws UnknownSecretKey, and then changes nothing. */
export async function renewProviderSecrets({ database, secrets }: Services): Promise<number> {
  return await database.transaction(async (tx) => {
    const outdated = (await lockSecretProviders(tx)).filter(({ secret }) => !secrets.isCurrent(secret!))
    for (const row of outdated) {
      await rewriteProviderSecret(tx, row.id, sealClientSecret(secrets, row.id, findClientSecret(secrets, row)!))
    }
    return outdated.length
  })
}
