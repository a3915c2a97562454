// Signing in with a company's own accounts, and the providers of an organization.
import Type from 'typebox'
import { id } from '../schemas/fields.ts'
import {
  DomainInput,
  OfferedProvider,
  ProviderAnswer,
  ProviderRedirect,
  ProviderSession,
  ProviderSignIn,
  ProviderTrial,
  ProviderTrialInput,
  SignInDomain,
  SignInProvider,
  SignInProviderInput,
  SignInProviders,
  SignInProviderUpdate,
} from '../schemas/sign-in-provider.ts'
import { organizationQuery } from './dashboard.ts'
import { create, defineEndpoints, get, getFile, post, postForPage, put, remove } from './endpoint.ts'

const answerErrors = [
  'highway.user.error.provider_down',
  'highway.user.error.provider_issuer',
  'highway.user.error.provider_clock',
  'highway.user.error.provider_refused',
] as const

export const providerSignInEndpoints = defineEndpoints(
  { tag: 'Sign-in', auth: 'none', visibility: 'internal' },
  {
    listOfferedProviders: get(
      '/app/v1/session/providers',
      'List the providers that sign people of a domain or of an organization in',
      Type.Array(OfferedProvider),
      {
        description: 'None without either.',
        query: Type.Object({
          domain: Type.Optional(Type.String({ description: 'Of an e-mail address.', maxLength: 253 })),
          organization_id: Type.Optional(id()),
        }),
      },
    ),
    beginProviderSignIn: post('/app/v1/session/provider', 'Begin to sign in by a provider', ProviderRedirect, {
      description: 'Sets a cookie that binds the sign-in to this browser for ten minutes.',
      body: ProviderSignIn,
      errors: answerErrors,
    }),
    completeProviderSignIn: post(
      '/app/v1/session/provider/complete',
      'Finish signing in with what the provider answered',
      ProviderSession,
      {
        description: 'Sets the session cookie. An answer counts once, and only in the browser that began.',
        body: ProviderAnswer,
        errors: [
          ...answerErrors,
          'highway.user.error.step_expired',
          'highway.user.error.email_not_verified',
          'highway.user.error.person_unknown',
          'highway.user.error.group_without_role',
        ],
      },
    ),
  },
)

export const samlEndpoints = defineEndpoints(
  { tag: 'Account', auth: 'none', visibility: 'internal' },
  {
    getSamlMetadata: getFile(
      '/app/v1/saml/metadata',
      'What a provider of SAML is told of this service',
      'application/samlmetadata+xml',
    ),
    takeSamlAnswer: postForPage('/app/v1/saml/answer', 'Take what the page of a provider of SAML posts', {
      description:
        'A form with SAMLResponse and RelayState (HTTP-POST binding). Answers a page that goes on to the planner, which finishes the sign-in in the browser that began it; nobody is signed in by this call.',
      readsBytes: true,
    }),
  },
)

export const signInProviderEndpoints = defineEndpoints(
  { tag: 'Account', auth: 'session', visibility: 'internal' },
  {
    listSignInProviders: get('/app/v1/sign_in_providers', 'List the providers of the organization', SignInProviders, {
      query: organizationQuery,
    }),
    createSignInProvider: create('/app/v1/sign_in_provider', 'Let people sign in by a provider', SignInProvider, {
      query: organizationQuery,
      body: SignInProviderInput,
    }),
    updateSignInProvider: put('/app/v1/sign_in_provider/{sign_in_provider_id}', 'Change a provider', SignInProvider, {
      description: 'Switched off, or with another issuer or client, the sessions that it opened end.',
      query: organizationQuery,
      body: SignInProviderUpdate,
    }),
    deleteSignInProvider: remove(
      '/app/v1/sign_in_provider/{sign_in_provider_id}',
      'Delete a provider',
      SignInProvider,
      { description: 'Ends the sessions that it opened. The people stay.', query: organizationQuery },
    ),
    proveSignInDomain: post('/app/v1/sign_in_domain/prove', 'Prove a domain by its record in the DNS', SignInDomain, {
      description:
        'Looks up the TXT record that the list of providers names. A domain stays proven when the record is taken away.',
      query: organizationQuery,
      body: DomainInput,
      ratePerMinute: 30,
      errors: ['highway.user.error.domain_not_proven'],
    }),
    trySignInProvider: post('/app/v1/sign_in_provider/try', 'See whether a provider will do', ProviderTrial, {
      description: 'Reads what the provider tells of itself, and changes nothing.',
      query: organizationQuery,
      body: ProviderTrialInput,
      readsOnly: true,
      ratePerMinute: 30,
    }),
  },
)
