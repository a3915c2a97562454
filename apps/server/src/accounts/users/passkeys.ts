// The rules of passkeys (WebAuthn): created by a signed-in user, and requested instead of a password or after it.

import { isIP } from 'node:net'
import type { PasskeyProof, PasskeyUpdate } from '@routewright/contract'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { type PasskeyRow, passkeyTable } from '../../data/factor-tables.ts'
import {
  deletePasskey,
  insertPasskey,
  isCredentialKnown,
  listPasskeys,
  lockPasskeyByCredential,
  updatePasskey,
} from '../../data/factors.sql.ts'
import { recordMaker } from '../../data/records.ts'
import type { UserRow } from '../../data/user-tables.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope, Tx } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import { auditRecord } from '../audit/audit.ts'

/** Name of the service in the browser's dialogs. */
const NAME = 'Routewright'
/** Most passkeys of a user: nobody has more devices. */
const MAX_PASSKEYS = 20

const refused = (reason: string) => apiError('highway.user.error.passkey_refused', { reason })

/** Returns the domain that passkeys belong to, from the page's origin; undefined where it is no name, which browsers require. */
export function findRelyingParty(origin: string): string | undefined {
  const { hostname } = new URL(origin)
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? undefined : hostname
}

function requireRelyingParty(origin: string): string {
  const name = findRelyingParty(origin)
  if (!name) throw refused('open the service by a name, such as planner.example.com or localhost, not by a number')
  return name
}

/** Options for signing in with any passkey of this service, which identifies the user. */
export async function askAnybody(origin: string) {
  return generateAuthenticationOptions({ rpID: requireRelyingParty(origin), userVerification: 'required' })
}

/** Options for confirming a password sign-in with one of these passkeys. */
export async function askOwner(rpID: string, passkeys: readonly PasskeyRow[]) {
  const allowCredentials = passkeys.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: transports as never,
  }))
  return generateAuthenticationOptions({ rpID, allowCredentials, userVerification: 'preferred' })
}

/** Options for creating a passkey. */
export async function askForNew(scope: Scope, user: UserRow, origin: string) {
  const passkeys = await listPasskeys(scope, user.id)
  if (passkeys.length >= MAX_PASSKEYS) throw refused(`a person has ${MAX_PASSKEYS} at most`)
  return generateRegistrationOptions({
    rpName: NAME,
    rpID: requireRelyingParty(origin),
    userID: new Uint8Array(Buffer.from(user.id, 'hex')),
    userName: user.email,
    userDisplayName: user.name || user.email,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

interface Answered {
  origin: string
  challenge: string
  answer: PasskeyProof['passkey']
}

/** Stores a passkey created for the challenge. Throws highway.user.error.passkey_refused. */
export async function keepPasskey(scope: Scope, userId: string, name: string, answered: Answered): Promise<void> {
  const { origin, challenge, answer } = answered
  const verified = await verifyRegistrationResponse({
    response: withExtensions(answer) as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: requireRelyingParty(origin),
    requireUserVerification: false,
  }).catch(refuse)
  if (!verified.verified) throw refused('its signature is not right')
  const { credential, credentialBackedUp } = (verified as VerifiedRegistrationResponse & { verified: true })
    .registrationInfo
  if (await isCredentialKnown(scope.tx, credential.id)) throw refused('it is known already')
  const row = await insertPasskey(scope, {
    id: createId(scope.now),
    user_id: userId,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    is_synced: credentialBackedUp,
    name,
    created_at: scope.now,
  })
  await auditRecord(scope, 'created', 'passkey', { id: row.id }, { name })
}

/** Returns the passkey that signed the challenge, and marks it as used. With `ownerVerified` its device has verified its owner. */
export async function findSigned(
  services: Services,
  tx: Tx,
  answered: Answered,
  ownerVerified: boolean,
): Promise<PasskeyRow | undefined> {
  const { origin, challenge, answer } = answered
  const row = await lockPasskeyByCredential(tx, answer.id)
  if (!row) return undefined
  const { credential_id, public_key, counter } = row
  const verified = await verifyAuthenticationResponse({
    response: withExtensions(answer) as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: requireRelyingParty(origin),
    credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter },
    requireUserVerification: ownerVerified,
  }).catch((error: Error) => {
    services.log.info({ reason: error.message, passkey: row.id }, 'a passkey was refused')
    return undefined
  })
  return verified?.verified ? { ...row, counter: verified.authenticationInfo.newCounter } : undefined
}

/** Runs after `findSigned`, once the user is known. */
export async function notePasskeyUse(scope: Scope, { id, user_id, counter }: PasskeyRow, now: Date): Promise<void> {
  await updatePasskey(scope, user_id, id, { counter, last_used_at: now })
}

/** Throws 404. */
export async function renamePasskey(scope: Scope, userId: string, id: string, { name }: PasskeyUpdate) {
  if (!(await updatePasskey(scope, userId, id, { name }))) throw notFound('passkey', id)
  await auditRecord(scope, 'updated', 'passkey', { id }, { name })
}

/** Throws 404. */
export async function removePasskey(scope: Scope, userId: string, id: string): Promise<void> {
  if (!(await deletePasskey(scope, userId, id))) throw notFound('passkey', id)
  await auditRecord(scope, 'deleted', 'passkey', { id })
}

export const passkeyRecord = recordMaker(passkeyTable)

/** Ignores extensions of the response, because none is requested. */
function withExtensions(answer: PasskeyProof['passkey']): object {
  return { ...answer, clientExtensionResults: {} }
}

function refuse(error: Error): never {
  throw refused(error.message)
}
