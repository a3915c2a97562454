// The tables of assistants that sign in: registered programs, allowed connections, their codes and tokens as digests.
import type { AssistantScope } from '@routewright/contract'
import { bytes, id, json, list, moment, oneOf, optional, type RowOf, table, text } from './table.ts'

export const assistantClientTable = table('assistant_clients', {
  private: {
    id,
    /** What the program calls itself. */
    name: text,
    redirect_uris: list<string>(),
    created_at: moment,
    /** When somebody let it in for the first time. */
    used_at: optional(moment),
  },
})

export const assistantConnectionTable = table('assistant_connections', {
  given: {
    id,
    organization_id: id,
    user_id: id,
    client_name: text,
    redirect_host: text,
    scope: list<AssistantScope>(),
    /** The only projects that it sees; null for all that its person sees. */
    project_ids: optional(json<string[]>()),
    created_at: moment,
  },
  computed: {
    /** To five minutes. */
    last_used_at: optional(moment),
  },
  private: {
    client_id: id,
  },
})

export const assistantTokenTable = table('assistant_tokens', {
  private: {
    digest: bytes,
    connection_id: id,
    kind: oneOf(['code', 'access', 'refresh']),
    scope: list<AssistantScope>(),
    /** Of a code: where it was sent, which the exchange has to repeat. */
    redirect_uri: optional(text),
    /** Of a code: the digest of the secret that the exchange has to show. */
    code_challenge: optional(text),
    created_at: moment,
    expires_at: moment,
    /** When a code or a refresh token was exchanged; it is kept so that a second exchange is noticed. */
    used_at: optional(moment),
  },
})

export type AssistantClientRow = RowOf<typeof assistantClientTable>
export type AssistantConnectionRow = RowOf<typeof assistantConnectionTable>
export type AssistantTokenRow = RowOf<typeof assistantTokenTable>
export type TokenKind = AssistantTokenRow['kind']
