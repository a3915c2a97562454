// Further sign-in factors: authenticator apps, passkeys, recovery codes, and a sign-in that still needs one.
import Type, { type Static } from 'typebox'
import { nullable, oneOf, optionalFields, record } from '../schema.ts'
import { flag, id, label, timestamp } from './fields.ts'
import { OrganizationChoice, Session } from './organization.ts'

const step = Type.String({ description: 'Names the sign-in that was begun.', minLength: 16, maxLength: 200 })
const code = Type.String({
  description: 'The six digits that the authenticator app shows.',
  pattern: '^[0-9]{3} ?[0-9]{3}$',
})
const name = Type.String({ description: 'By which its owner knows it.', minLength: 1, maxLength: 100 })
/** Options for the browser's WebAuthn call, as defined by WebAuthn. */
const question = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', description, additionalProperties: true })
/** Bytes, in base64url. */
const bytes = (maxLength: number) => Type.String({ pattern: '^[A-Za-z0-9_-]*$', maxLength })
const passkey = Type.Object(
  {
    id: bytes(2_000),
    rawId: bytes(2_000),
    type: Type.Literal('public-key'),
    response: Type.Object({
      clientDataJSON: bytes(10_000),
      attestationObject: Type.Optional(bytes(50_000)),
      authenticatorData: Type.Optional(bytes(10_000)),
      signature: Type.Optional(bytes(10_000)),
      userHandle: Type.Optional(nullable(bytes(200))),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20 })),
    }),
    clientExtensionResults: Type.Optional(Type.Object({})),
  },
  { description: 'What the browser answered, by WebAuthn.' },
)
const current_password = Type.Optional(
  Type.String({ description: 'Needed by whoever has a password.', minLength: 1, maxLength: 200 }),
)
const recoveryCodes = Type.Array(Type.String(), {
  description: 'Each opens the account once where nothing else is at hand. Shown this once.',
})

export const signInMethods = ['code', 'passkey', 'recovery_code'] as const

export const SignInStep = record('SignInStep', 'The password was right, and something more is needed.', {
  step,
  methods: Type.Array(oneOf(signInMethods), { description: 'Any one of them finishes signing in.' }),
  must_enroll: flag('The organization demands a second factor and the person has none: it is set up now.'),
  expires_at: timestamp('Until when this can be finished.'),
  ...optionalFields({ passkey_options: question('What the browser asks the passkey.') }),
})
export type SignInStep = Static<typeof SignInStep>

export const SignInAnswer = Type.Union([Session, SignInStep])
export type SignInAnswer = Static<typeof SignInAnswer>
export const LoginAnswer = Type.Union([Session, SignInStep, OrganizationChoice])
export type LoginAnswer = Static<typeof LoginAnswer>

export const SecondFactor = record('SecondFactor', 'What finishes a sign-in: one of the three.', {
  step,
  code: Type.Optional(code),
  recovery_code: Type.Optional(Type.String({ minLength: 16, maxLength: 40 })),
  passkey: Type.Optional(passkey),
})
export type SecondFactor = Static<typeof SecondFactor>

export const BegunStep = record('BegunStep', 'A sign-in that was begun.', { step })

export const AuthenticatorOffer = record('AuthenticatorOffer', 'What an authenticator app is given.', {
  step,
  secret: Type.String({ description: 'For typing, in base32.' }),
  uri: Type.String({ description: 'The same as an address, for a QR code.' }),
})
export type AuthenticatorOffer = Static<typeof AuthenticatorOffer>

export const AuthenticatorProof = record('AuthenticatorProof', 'That the app shows the right codes.', { step, code })
export type AuthenticatorProof = Static<typeof AuthenticatorProof>

export const EnrolledSession = record('EnrolledSession', 'Who is signed in, with a new second factor.', {
  session: Session,
  recovery_codes: recoveryCodes,
})

export const PasskeyQuestion = record('PasskeyQuestion', 'What the browser asks a passkey.', {
  step,
  options: question('Options of WebAuthn.'),
})
export type PasskeyQuestion = Static<typeof PasskeyQuestion>

export const PasskeyProof = record('PasskeyProof', 'What a passkey answered.', {
  step,
  passkey,
})
export type PasskeyProof = Static<typeof PasskeyProof>

export const NewPasskey = record('NewPasskey', 'A passkey that was just made.', {
  step,
  name,
  passkey,
})
export type NewPasskey = Static<typeof NewPasskey>

export const Passkey = record('Passkey', 'A passkey of a person.', {
  id: id(),
  name: label(),
  is_synced: flag('Its provider keeps a copy on further devices.'),
  created_at: timestamp(),
  ...optionalFields({ last_used_at: timestamp() }),
})
export type Passkey = Static<typeof Passkey>

export const PasskeyUpdate = record('PasskeyUpdate', 'What changes in a passkey.', { name })
export type PasskeyUpdate = Static<typeof PasskeyUpdate>

export const ConfirmedPerson = record('ConfirmedPerson', 'That it is the person.', { current_password })
export type ConfirmedPerson = Static<typeof ConfirmedPerson>

export const OwnFactors = record('OwnFactors', 'What one signs in with besides the password.', {
  has_password: flag(),
  passkeys: Type.Array(Passkey),
  recovery_codes_left: Type.Integer(),
  ...optionalFields({ authenticator_since: timestamp('There is an authenticator app.') }),
})
export type OwnFactors = Static<typeof OwnFactors>

export const FactorsChanged = record('FactorsChanged', 'The factors as they are now.', {
  factors: OwnFactors,
  ...optionalFields({ recovery_codes: recoveryCodes }),
})
export type FactorsChanged = Static<typeof FactorsChanged>
