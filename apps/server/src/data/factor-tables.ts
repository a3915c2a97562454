// The tables of second factors, and of unfinished sign-ins.
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
    /** Time step of the newest code that was used: it and older ones are refused. */
    last_step: wholeNumber,
    /** Consecutive wrong codes. */
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
    /** Id in browsers' APIs, in base64url. */
    credential_id: text,
    public_key: bytes,
    /** The device's signature counter; always 0 for most. */
    counter: wholeNumber,
    /** Transports by which browsers reach it. */
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
    /** Null while a passkey or a provider has not identified the user yet. */
    user_id: optional(id),
    token_digest: bytes,
    kind: oneOf(stepKinds),
    /** State of the unfinished sign-in; encrypted. */
    content: text,
    /** Number of wrong codes so far. */
    tries: beginning(0, integer),
    expires_at: moment,
  },
})

export type AuthenticatorRow = RowOf<typeof authenticatorTable>
export type PasskeyRow = RowOf<typeof passkeyTable>
export type SignInStepRow = RowOf<typeof signInStepTable>
