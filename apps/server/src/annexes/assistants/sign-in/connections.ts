// The rules of connections: a person lets an assistant in, sees who is in, and ends it; and as whom a connection acts.
import type { AssistantConnection, AssistantConsent, AssistantRequest } from '@routewright/contract'
import { auditRecord } from '../../../accounts/audit/audit.ts'
import { getProject } from '../../../accounts/projects/projects.ts'
import { type AssistantConnectionRow, assistantConnectionTable } from '../../../data/assistant-connection-tables.ts'
import {
  deleteConnection,
  insertConnection,
  listConnections,
  lockConnection,
  markClientUsed,
} from '../../../data/assistant-connections.sql.ts'
import { recordMaker } from '../../../data/records.ts'
import { apiError, invalidParameter, invalidPayload, notFound } from '../../../frame/platform/api-error.ts'
import { createId } from '../../../frame/platform/ids.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import type { Services } from '../../../frame/platform/services.ts'
import { createOAuth, OAuthError, Request, Response } from './oauth.ts'
import { hostOfRedirect, withParameters } from './redirects.ts'
import { openRequest, type SignInRequest } from './requests.ts'

/** Returns what people are shown before they decide. Throws invalid_parameter. */
export function describeRequest(services: Services, text: string): AssistantRequest {
  const { clientName, redirectUri, scope } = openRequest(services, text, invalidParameter)
  return { client_name: clientName, redirect_host: hostOfRedirect(redirectUri), scope }
}

/** Lets the assistant in, or not, and returns where the browser goes on. Throws invalid_payload, and 404 or 403 for a project. */
export async function answerRequest(
  scope: Scope,
  services: Services,
  { request: text, allowed, scope: chosen, project_ids }: AssistantConsent,
): Promise<{ redirect_to: string }> {
  const request = openRequest(services, text)
  const granted = chosen ?? request.scope
  if (granted.some((name) => !request.scope.includes(name))) {
    throw invalidPayload('scope', `must hold no more than ${request.scope.join(' and ')}`)
  }
  for (const id of project_ids ?? []) await getProject(scope, id)
  const connection = allowed ? await connect(scope, request, granted, project_ids ?? null) : undefined
  const decision = { scope: granted.join(' '), ...(allowed ? {} : { allowed: 'false' }) }
  const response = new Response()
  try {
    const asked = new Request({ headers: {}, method: 'GET', query: { ...describeRequested(request), ...decision } })
    const authenticateHandler = { handle: () => ({ connectionId: connection?.id }) }
    await createOAuth(services, scope.tx).authorize(asked, response, { authenticateHandler })
  } catch (error) {
    if (allowed || !(error instanceof OAuthError) || error.name !== 'access_denied') throw error
  }
  return { redirect_to: withParameters(response.get('location'), { iss: scope.publicBase }) }
}

/** The request as the library reads it. */
function describeRequested({ clientId, redirectUri, state, codeChallenge }: SignInRequest) {
  return {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    ...(state === undefined ? {} : { state }),
  }
}

async function connect(
  scope: Scope,
  { clientId, clientName, redirectUri }: SignInRequest,
  granted: AssistantConnection['scope'],
  project_ids: string[] | null,
): Promise<AssistantConnectionRow> {
  if (!scope.userId) throw apiError('highway.user.error.forbidden', { action: 'let an assistant in' })
  await markClientUsed(scope.tx, clientId, scope.now)
  const row = await insertConnection(scope, {
    id: createId(scope.now),
    user_id: scope.userId,
    client_id: clientId,
    client_name: clientName,
    redirect_host: hostOfRedirect(redirectUri),
    scope: granted,
    project_ids,
    created_at: scope.now,
  })
  const changes = { client_name: clientName, scope: granted, ...(project_ids && { project_ids }) }
  await auditRecord(scope, 'created', 'assistant_connection', { id: row.id }, changes)
  return row
}

/** Returns the connections of everybody for administrators, else the caller's own, newest first. */
export async function listAssistantConnections(scope: Scope): Promise<AssistantConnection[]> {
  return (await listConnections(scope, isAdministrator(scope) ? undefined : scope.userId)).map(connectionRecord)
}

/** Ends a connection with its tokens. Throws 404, also for a connection of another person unless the caller is an administrator. */
export async function endConnection(scope: Scope, id: string): Promise<AssistantConnection> {
  const row = await lockConnection(scope, id)
  if (!row || (row.user_id !== scope.userId && !isAdministrator(scope))) throw notFound('assistant connection', id)
  await deleteConnection(scope, id)
  await auditRecord(scope, 'deleted', 'assistant_connection', { id }, { client_name: row.client_name })
  return connectionRecord(row)
}

function isAdministrator({ role }: Scope): boolean {
  return role === 'organization_administrator'
}

const ownRecord = recordMaker(assistantConnectionTable)

function connectionRecord(row: AssistantConnectionRow): AssistantConnection {
  const { last_used_at, project_ids, ...record } = ownRecord(row)
  return {
    ...record,
    created_at: row.created_at.toISOString(),
    ...(project_ids && { project_ids }),
    ...(last_used_at && { last_used_at: last_used_at.toISOString() }),
  }
}
