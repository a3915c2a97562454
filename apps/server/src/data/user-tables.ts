// The tables of people: users, their sessions and invitations, and links for forgotten passwords and the first start.
import { languages, userRoles } from '@routewright/contract'
import { beginning, bytes, flag, id, list, moment, oneOf, optional, type RowOf, table, text } from './table.ts'
import type { MembershipValue } from './values.ts'

export const userTable = table('users', {
  private: {
    id,
    organization_id: id,
    email: text,
    name: beginning('', text),
    password_hash: optional(text),
    role: oneOf(userRoles),
    active: beginning(true, flag),
    created_at: moment,
    updated_at: moment,
    language: beginning('en', oneOf(languages)),
  },
})

export const userSessionTable = table('user_sessions', {
  private: {
    id,
    user_id: id,
    token_digest: bytes,
    user_agent: optional(text),
    created_at: moment,
    last_seen_at: moment,
    expires_at: moment,
  },
})

export const invitationTable = table('invitations', {
  private: {
    id,
    organization_id: id,
    email: text,
    name: optional(text),
    role: oneOf(userRoles),
    memberships: list<MembershipValue>(),
    language: beginning('en', oneOf(languages)),
    token_digest: bytes,
    invited_by: optional(text),
    sent_at: moment,
    expires_at: moment,
    accepted_at: optional(moment),
    withdrawn_at: optional(moment),
    created_at: moment,
  },
})

export const passwordResetTable = table('password_resets', {
  private: {
    id,
    user_id: id,
    token_digest: bytes,
    expires_at: moment,
    used_at: optional(moment),
    created_at: moment,
  },
})

export const setupLinkTable = table('setup_links', {
  private: {
    id,
    token_digest: bytes,
    created_at: moment,
    used_at: optional(moment),
  },
})

export type UserRow = RowOf<typeof userTable>
export type SessionRow = RowOf<typeof userSessionTable>
export type InvitationRow = RowOf<typeof invitationTable>
