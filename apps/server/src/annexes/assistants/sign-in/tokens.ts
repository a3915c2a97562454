// The exchange of codes and refresh tokens for tokens, and their revocation (RFC 6749, 7009).

import { auditRecord } from '../../../accounts/audit/audit.ts'
import { deleteConnection, findToken } from '../../../data/assistant-connections.sql.ts'
import { digestSecret } from '../../../frame/platform/password.ts'
import { type Services, systemScope } from '../../../frame/platform/services.ts'
import { isOwnResource } from './metadata.ts'
import { createOAuth, OAuthError, Request, Response } from './oauth.ts'
import { SignInRefusal } from './refusals.ts'

export interface TokenAnswer {
  status: number
  headers: Record<string, string>
  body: object
}

/** Exchanges a code or a refresh token. What the library refuses stands: a code that failed once is used up. Throws SignInRefusal. */
export async function exchangeToken(
  services: Services,
  headers: Record<string, string>,
  form: URLSearchParams,
): Promise<TokenAnswer> {
  const body = readForm(form)
  requireGrant(body.grant_type)
  if (!isOwnResource(services.publicBase(), body.resource)) {
    throw new SignInRefusal('invalid_target', `resource: must be ${services.publicBase()}/mcp`)
  }
  return services.database.transaction(async (tx) => {
    const response = new Response()
    try {
      await createOAuth(services, tx).token(new Request({ headers, method: 'POST', query: {}, body }), response)
    } catch (error) {
      if (!(error instanceof OAuthError) || error.code >= 500) throw error
    }
    return { status: response.status ?? 200, headers: response.headers ?? {}, body: response.body }
  })
}

/** Ends the connection of a token. A token that is unknown, or of another program, is no error. Throws SignInRefusal. */
export async function revokeToken(services: Services, form: URLSearchParams): Promise<void> {
  const { token, client_id: clientId } = readForm(form)
  if (!token) throw new SignInRefusal('invalid_request', 'token: is required')
  if (!clientId) throw new SignInRefusal('invalid_client', 'client_id: is required')
  await services.database.transaction(async (tx) => {
    const digest = digestSecret(token)
    const held = (await findToken(tx, digest, 'refresh')) ?? (await findToken(tx, digest, 'access'))
    if (held?.client_id !== clientId) return
    const scope = systemScope(services, tx, held.organization_id, services.clock.now())
    await deleteConnection(scope, held.connection_id)
    const changes = { client_name: held.client_name, revoked_by: 'assistant' }
    await auditRecord(scope, 'deleted', 'assistant_connection', { id: held.connection_id }, changes)
  })
}

/** Throws what RFC 6749 asks for; the library would ask the program for a secret first. */
function requireGrant(grant: string | undefined): void {
  if (grant === undefined) throw new SignInRefusal('invalid_request', 'grant_type: is required')
  if (grant !== 'authorization_code' && grant !== 'refresh_token') {
    throw new SignInRefusal('unsupported_grant_type', 'grant_type: must be authorization_code or refresh_token')
  }
}

/** Throws invalid_request for a field that is sent twice. */
function readForm(form: URLSearchParams): Record<string, string> {
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).length > 1) throw new SignInRefusal('invalid_request', `${name}: must be sent once`)
  }
  return Object.fromEntries(form)
}
