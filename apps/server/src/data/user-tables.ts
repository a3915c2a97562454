// The tables of people: users, their sessions and invitations, and links for password resets and the first start.
import { languages, userRoles } from '@routewright/contract'
import {
  beginning,
  bytes,
  flag,
  id,
  list,
  moment,
  oneOf,
  optional,
  type RowOf,
  searched,
  table,
  text,
} from './table.ts'
import type { MembershipValue } from './values.ts'

export const userTable = table('users', {
  given: {
    id,
    organization_id: id,
    email: searched(text),
    /** True for a program, as which nobody signs in. */
    is_machine: beginning(false, flag),
    created_at: moment,
    updated_at: moment,
  },
  descriptive: {
    name: searched(beginning('', text)),
    role: oneOf(userRoles),
    active: beginning(true, flag),
    language: beginning('en', oneOf(languages)),
  },
  private: {
    password_hash: optional(text),
  },
})

export const userSessionTable = table('user_sessions', {
  given: {
    id,
    created_at: moment,
    expires_at: moment,
  },
  computed: {
    last_seen_at: moment,
  },
  private: {
    user_id: id,
    token_digest: bytes,
    /** Provider that opened it, if any. */
    provider_id: optional(id),
    /** Sign-out URL of that provider; encrypted. */
    logout_url: optional(text),
    /** Shown as the name of a device. */
    user_agent: optional(text),
  },
})

export const invitationTable = table('invitations', {
  given: {
    id,
    organization_id: id,
    email: text,
    invited_by: optional(text),
    created_at: moment,
  },
  descriptive: {
    name: optional(text),
    role: oneOf(userRoles),
    memberships: list<MembershipValue>(),
    language: beginning('en', oneOf(languages)),
  },
  computed: {
    /** When it was last sent; resending it extends its validity. */
    sent_at: moment,
    expires_at: moment,
    accepted_at: optional(moment),
  },
  private: {
    token_digest: bytes,
    withdrawn_at: optional(moment),
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
