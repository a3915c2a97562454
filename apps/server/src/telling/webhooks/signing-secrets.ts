// The secrets that deliveries are signed with: made here, encrypted in the database, shown once.
import { randomBytes } from 'node:crypto'
import { renewAuthenticators } from '../../accounts/users/users.ts'
import type { WebhookRow } from '../../data/webhook-tables.ts'
import { lockSignedWebhooks, rewriteSigningSecret } from '../../data/webhooks.sql.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'
import type { Services } from '../../frame/platform/services.ts'

type Signed = Pick<WebhookRow, 'id' | 'signing_secret'>

/** How secrets begin by Standard Webhooks; nothing encrypted does. */
const prefix = 'whsec_'

const purposeOf = (webhookId: string) => `signing secret of webhook ${webhookId}`

/** A new secret as it is stored. */
export function newSigningSecret(secrets: SecretKeys, webhookId: string): string {
  return secrets.seal(prefix + randomBytes(24).toString('base64'), purposeOf(webhookId))
}

/** The secret itself; null for a webhook that does not sign. Throws UnknownSecretKey. */
export function signingSecretOf(secrets: SecretKeys, { id, signing_secret: stored }: Signed): string | null {
  // Databases from before secrets were encrypted hold them as they are, until `secrets renew`.
  return stored === null || stored.startsWith(prefix) ? stored : secrets.open(stored, purposeOf(id))
}

/** Encrypts under the first key what is not yet; answers how many. Throws UnknownSecretKey, and changes nothing then. */
export async function renewSecrets({ database, secrets }: Services): Promise<{ renewed: number }> {
  return await database.transaction(async (tx) => {
    const authenticators = await renewAuthenticators(tx, secrets)
    const outdated = (await lockSignedWebhooks(tx)).filter((row) => !secrets.isCurrent(row.signing_secret!))
    for (const row of outdated) {
      await rewriteSigningSecret(tx, row.id, secrets.seal(signingSecretOf(secrets, row)!, purposeOf(row.id)))
    }
    return { renewed: outdated.length + authenticators }
  })
}
