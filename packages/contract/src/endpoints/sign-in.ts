// Multi-factor sign-in: the second step, passkeys, and the factors of the user's own account.

import { Session, User } from '../schemas/organization.ts'
import {
  AuthenticatorOffer,
  AuthenticatorProof,
  BegunStep,
  ConfirmedPerson,
  EnrolledSession,
  FactorsChanged,
  NewPasskey,
  OwnFactors,
  PasskeyProof,
  PasskeyQuestion,
  PasskeyUpdate,
  SecondFactor,
} from '../schemas/sign-in.ts'
import { organizationQuery } from './dashboard.ts'
import { defineEndpoints, get, post, put, remove } from './endpoint.ts'

const codeErrors = [
  'highway.user.error.step_expired',
  'highway.user.error.wrong_code',
  'highway.user.error.too_many_codes',
] as const

export const secondStepEndpoints = defineEndpoints(
  { tag: 'Sign-in', auth: 'none', visibility: 'internal' },
  {
    completeSignIn: post('/app/v1/session/second_factor', 'Finish signing in with a second factor', Session, {
      description: 'Sets the session cookie. A code works once.',
      body: SecondFactor,
      errors: [...codeErrors, 'highway.user.error.passkey_refused'],
    }),
    offerAuthenticator: post(
      '/app/v1/session/authenticator',
      'Begin to set up the authenticator app that the organization demands',
      AuthenticatorOffer,
      { body: BegunStep, errors: ['highway.user.error.step_expired'] },
    ),
    enrollAtSignIn: post(
      '/app/v1/session/authenticator/confirm',
      'Set it up with a first code, and sign in',
      EnrolledSession,
      { description: 'Sets the session cookie.', body: AuthenticatorProof, errors: codeErrors },
    ),
    askForPasskey: post('/app/v1/session/passkey/options', 'Begin to sign in with a passkey alone', PasskeyQuestion, {
      errors: ['highway.user.error.passkey_refused'],
    }),
    signInWithPasskey: post('/app/v1/session/passkey', 'Sign in with a passkey alone', Session, {
      description: 'Sets the session cookie. The device has checked that it is its owner.',
      body: PasskeyProof,
      errors: ['highway.user.error.step_expired', 'highway.user.error.passkey_refused'],
    }),
  },
)

const wrongPassword = ['highway.user.error.wrong_password'] as const

export const factorEndpoints = defineEndpoints(
  { tag: 'Account', auth: 'session', visibility: 'internal' },
  {
    getFactors: get('/app/v1/profile/factors', 'See what one signs in with besides the password', OwnFactors, {
      query: organizationQuery,
    }),
    beginAuthenticator: post(
      '/app/v1/profile/authenticator',
      'Begin to set up an authenticator app',
      AuthenticatorOffer,
      {
        query: organizationQuery,
        body: ConfirmedPerson,
        errors: [...wrongPassword, 'highway.user.error.factor_exists'],
      },
    ),
    confirmAuthenticator: post('/app/v1/profile/authenticator/confirm', 'Set it up with a first code', FactorsChanged, {
      query: organizationQuery,
      body: AuthenticatorProof,
      errors: [...codeErrors, 'highway.user.error.factor_exists'],
    }),
    removeAuthenticator: post('/app/v1/profile/authenticator/remove', 'Remove the authenticator app', FactorsChanged, {
      query: organizationQuery,
      body: ConfirmedPerson,
      errors: [...wrongPassword, 'highway.user.error.factor_demanded'],
    }),
    beginPasskey: post('/app/v1/profile/passkey/options', 'Begin to make a passkey', PasskeyQuestion, {
      query: organizationQuery,
      body: ConfirmedPerson,
      errors: [...wrongPassword, 'highway.user.error.passkey_refused'],
    }),
    addPasskey: post('/app/v1/profile/passkey', 'Keep a passkey that was just made', FactorsChanged, {
      query: organizationQuery,
      body: NewPasskey,
      errors: ['highway.user.error.step_expired', 'highway.user.error.passkey_refused'],
    }),
    renamePasskey: put('/app/v1/profile/passkey/{passkey_id}', 'Rename a passkey', FactorsChanged, {
      query: organizationQuery,
      body: PasskeyUpdate,
    }),
    removePasskey: post('/app/v1/profile/passkey/{passkey_id}/remove', 'Remove a passkey', FactorsChanged, {
      query: organizationQuery,
      body: ConfirmedPerson,
      errors: [...wrongPassword, 'highway.user.error.factor_demanded'],
    }),
    renewRecoveryCodes: post('/app/v1/profile/recovery_codes', 'Make new recovery codes', FactorsChanged, {
      description: 'The ones before open nothing any more.',
      query: organizationQuery,
      body: ConfirmedPerson,
      errors: wrongPassword,
    }),
    resetFactors: remove(
      '/app/v1/user/{user_id}/factors',
      'Take authenticator app, passkeys and recovery codes from a person who lost them',
      User,
      { description: 'Ends all sessions of the person, who gets a mail.', query: organizationQuery },
    ),
  },
)
