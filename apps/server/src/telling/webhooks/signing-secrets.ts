// Signing secrets of webhooks: created here, encrypted in the database, shown once.
import { randomBytes } from 'node:crypto'
import { renewAuthenticators } from '../../accounts/users/users.ts'
import type { WebhookRow } from '../../data/webhook-tables.ts'
import { lockSignedWebhooks, rewriteSigningSecret } from '../../data/webhooks.sql.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'
import type { Services } from '../../frame/platform/services.ts'

type Signed = Pick<WebhookRow, 'id' | 'signing_secret'>

/** Prefix of secrets in Standard Webhooks; encrypted values never begin so. */
const prefix = 'whsec_'

const getPurpose = (webhookId: string) => `signing secret of webhook ${webhookId}`

/** Creates a secret and returns its stored form. */
export function newSigningSecret(secrets: SecretKeys, webhookId: string): string {
  return secrets.seal(prefix + randomBytes(24).toString('base64'), getPurpose(webhookId))
}

/** Returns the secret itself; null for a webhook that does not sign. Throws UnknownSecretKey. */
export function findSigningSecret(secrets: SecretKeys, { id, signing_secret: stored }: Signed): string | null {
  // Databases from before secrets were encrypted contain them in plain text, until `secrets renew`.
  return stored === null || stored.startsWith(prefix) ? stored : secrets.open(stored, getPurpose(id))
}

/** Encrypts all secrets under the first key that are not yet; returns their number. Throws UnknownSecretKey, and then changes nothing. */
export async function renewSecrets({ database, secrets }: Services): Promise<{ renewed: number }> {
  return await database.transaction(async (tx) => {
    const authenticators = await renewAuthenticators(tx, secrets)
    const outdated = (await lockSignedWebhooks(tx)).filter((row) => !secrets.isCurrent(row.signing_secret!))
    for (const row of outdated) {
      await rewriteSigningSecret(tx, row.id, secrets.seal(findSigningSecret(secrets, row)!, getPurpose(row.id)))
    }
    return { renewed: outdated.length + authenticators }
  })
}
