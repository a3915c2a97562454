// The tables of what people sign in with besides a password, and of sign-ins that are not finished.
import {
  beginning,
  bytes,
  flag,
  id,
  integer,
  list,
  moment,
  oneOf,
  optional,
  type RowOf,
  table,
  text,
  wholeNumber,
} from './table.ts'

export const authenticatorTable = table('authenticators', {
  private: {
    id,
    organization_id: id,
    user_id: id,
    /** Encrypted. */
    secret: text,
    /** The half minute of the newest code that was used: it and older ones are refused. */
    last_step: wholeNumber,
    /** One after the other, without a right one between. */
    wrong_codes: beginning(0, integer),
    wrong_at: optional(moment),
    created_at: moment,
  },
})

export const passkeyTable = table('passkeys', {
  given: {
    id,
    is_synced: flag,
    created_at: moment,
  },
  descriptive: { name: text },
  computed: { last_used_at: optional(moment) },
  private: {
    organization_id: id,
    user_id: id,
    /** As browsers name it, in base64url. */
    credential_id: text,
    public_key: bytes,
    /** How often its device says that it was used; always 0 for most. */
    counter: wholeNumber,
    /** How browsers reach it. */
    transports: list<string>(),
  },
})

export const recoveryCodeTable = table('recovery_codes', {
  private: {
    id,
    organization_id: id,
    user_id: id,
    code_digest: bytes,
    used_at: optional(moment),
  },
})

export const stepKinds = [
  ...(['second_factor', 'enrollment', 'authenticator', 'new_passkey', 'passkey'] as const),
  'provider',
] as const
export type StepKind = (typeof stepKinds)[number]

export const signInStepTable = table('sign_in_steps', {
  private: {
    id,
    /** Nobody yet where a passkey or a provider will tell who it is. */
    user_id: optional(id),
    token_digest: bytes,
    kind: oneOf(stepKinds),
    /** What must be remembered until it is finished; encrypted. */
    content: text,
    /** Wrong codes so far. */
    tries: beginning(0, integer),
    expires_at: moment,
  },
})

export type AuthenticatorRow = RowOf<typeof authenticatorTable>
export type PasskeyRow = RowOf<typeof passkeyTable>
export type SignInStepRow = RowOf<typeof signInStepTable>
