// The library's server of OAuth over our tables: it checks grants and PKCE, and asks this model for programs, codes and tokens.

import OAuth2Server from '@node-oauth/oauth2-server'
import type { AssistantScope } from '@routewright/contract'
import { assistantScopes } from '@routewright/contract'
import { auditRecord } from '../../../accounts/audit/audit.ts'
import type { AssistantClientRow } from '../../../data/assistant-connection-tables.ts'
import {
  deleteConnection,
  findClient,
  findToken,
  type HeldToken,
  insertTokens,
  lockToken,
  markTokenUsed,
} from '../../../data/assistant-connections.sql.ts'
import { createSecret } from '../../../frame/platform/ids.ts'
import { digestSecret } from '../../../frame/platform/password.ts'
import type { Tx } from '../../../frame/platform/scope.ts'
import { type Services, systemScope } from '../../../frame/platform/services.ts'
import { isRegistered } from './redirects.ts'

const { Request, Response, OAuthError } = OAuth2Server

/** Seconds: a code is exchanged at once; an unused connection ends after a month. */
export const lifetimes = { code: 120, access: 3_600, refresh: 30 * 86_400 } as const

const SECRET_CHARACTERS = 43
/** How access tokens begin, so that they are told from API keys. */
export const accessTokenPrefix = 'assistant_access_'

type Model = Required<Omit<OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel, 'verifyScope'>>

/** Creates the library's server for one transaction. */
export function createOAuth(services: Services, tx: Tx): OAuth2Server {
  return new OAuth2Server({
    model: createModel(services, tx),
    authorizationCodeLifetime: lifetimes.code,
    accessTokenLifetime: lifetimes.access,
    refreshTokenLifetime: lifetimes.refresh,
    allowEmptyState: true,
    alwaysIssueNewRefreshToken: true,
    // Programs on people's devices cannot keep a secret; PKCE stands in for it.
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
  })
}

export { OAuthError, Request, Response }

function createModel(services: Services, tx: Tx): Model {
  const held = holdTokens(services, tx)
  return {
    getClient: async (clientId) => {
      const client = await findClient(tx, clientId)
      return client && describeClient(client)
    },
    validateRedirectUri: async (uri, { redirectUris = [] }) => isRegistered(uri, [redirectUris].flat()),
    validateScope: async (_user, _client, scope) => readScopes(scope),
    ...modelCodes(held),
    ...modelTokens(held),
  }
}

/** Codes and tokens of one transaction, stored as digests. */
function holdTokens(services: Services, tx: Tx) {
  const now = services.clock.now()
  return {
    rowOf: (
      kind: keyof typeof lifetimes,
      secret: string,
      connectionId: string,
      scope: readonly string[] | undefined,
    ) => ({
      digest: digestSecret(secret),
      connection_id: connectionId,
      kind,
      scope: readScopes(scope),
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimes[kind] * 1_000),
    }),
    insert: (rows: Parameters<typeof insertTokens>[1]) => insertTokens(tx, rows),
    /** Undefined for a secret that was exchanged before; its connection has ended then. */
    findUnused: async (secret: string, kind: 'code' | 'refresh') => {
      const found = await lockToken(tx, digestSecret(secret), kind)
      if (!found?.used_at) return found
      await endReused(services, tx, found)
      return undefined
    },
    findAccess: (secret: string) => findToken(tx, digestSecret(secret), 'access'),
    markUsed: async (secret: string) => {
      await markTokenUsed(tx, digestSecret(secret), now)
      return true
    },
    /** The library compares with the clock of the system, not with that of the service. */
    inSystemTime: (moment: Date) => new Date(Date.now() + moment.getTime() - now.getTime()),
  }
}

type HeldTokens = ReturnType<typeof holdTokens>

function modelCodes({ rowOf, insert, findUnused, markUsed, inSystemTime }: HeldTokens) {
  return {
    generateAuthorizationCode: async () => createSecret('assistant_code_', SECRET_CHARACTERS),
    saveAuthorizationCode: async (code, client, user) => {
      const row = rowOf('code', code.authorizationCode, user.connectionId, code.scope)
      await insert([{ ...row, redirect_uri: code.redirectUri, code_challenge: code.codeChallenge ?? null }])
      return { ...code, client, user }
    },
    getAuthorizationCode: async (authorizationCode) => {
      const found = await findUnused(authorizationCode, 'code')
      if (!found?.redirect_uri || !found.code_challenge) return undefined
      return {
        ...describeHeld(found),
        authorizationCode,
        expiresAt: inSystemTime(found.expires_at),
        redirectUri: found.redirect_uri,
        codeChallenge: found.code_challenge,
        codeChallengeMethod: 'S256',
      }
    },
    revokeAuthorizationCode: ({ authorizationCode }) => markUsed(authorizationCode),
  } satisfies Partial<Model>
}

function modelTokens({ rowOf, insert, findUnused, findAccess, markUsed, inSystemTime }: HeldTokens) {
  return {
    generateAccessToken: async () => createSecret(accessTokenPrefix, SECRET_CHARACTERS),
    generateRefreshToken: async () => createSecret('assistant_refresh_', SECRET_CHARACTERS),
    saveToken: async (token, client, user) => {
      const { accessToken, refreshToken, scope } = token
      await insert([
        rowOf('access', accessToken, user.connectionId, scope),
        ...(refreshToken ? [rowOf('refresh', refreshToken, user.connectionId, scope)] : []),
      ])
      return { ...token, client, user }
    },
    getRefreshToken: async (refreshToken) => {
      const found = await findUnused(refreshToken, 'refresh')
      if (!found) return undefined
      return { ...describeHeld(found), refreshToken, refreshTokenExpiresAt: inSystemTime(found.expires_at) }
    },
    revokeToken: ({ refreshToken }) => markUsed(refreshToken),
    getAccessToken: async (accessToken) => {
      const found = await findAccess(accessToken)
      if (!found) return undefined
      return { ...describeHeld(found), accessToken, accessTokenExpiresAt: inSystemTime(found.expires_at) }
    },
  } satisfies Partial<Model>
}

function describeClient({ id, redirect_uris }: AssistantClientRow): OAuth2Server.Client {
  return { id, redirectUris: redirect_uris, grants: ['authorization_code', 'refresh_token'] }
}

function describeHeld({ scope, client_id, connection_id }: HeldToken) {
  return { scope, client: { id: client_id, grants: [] }, user: { connectionId: connection_id } }
}

function readScopes(scope: readonly string[] = []): AssistantScope[] {
  return assistantScopes.filter((name) => scope.includes(name))
}

/** Whoever brings a code or refresh token a second time may have stolen it, or the first did: nobody keeps the connection. */
async function endReused(services: Services, tx: Tx, held: HeldToken): Promise<void> {
  const scope = systemScope(services, tx, held.organization_id, services.clock.now())
  await deleteConnection(scope, held.connection_id)
  const changes = { client_name: held.client_name, reused: held.kind }
  await auditRecord(scope, 'deleted', 'assistant_connection', { id: held.connection_id }, changes)
}
