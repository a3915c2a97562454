// Operations for the planner and the command line only: sign-in, organizations, projects, keys, webhooks, audit.
import Type from 'typebox'
import { defaulted, oneOf } from '../schema.ts'
import { id } from '../schemas/fields.ts'
import { getPage, pageParameters } from '../schemas/list.ts'
import {
  ApiKey,
  ApiKeyCreated,
  ApiKeyInput,
  ApiKeyUpdate,
  AuditEntry,
  AuditVerification,
  Login,
  Organization,
  OrganizationCreated,
  OrganizationInput,
  OrganizationUpdate,
  SandboxMessage,
  Session,
} from '../schemas/organization.ts'
import { Project, ProjectInput, ProjectUpdate } from '../schemas/project.ts'
import { LoginAnswer } from '../schemas/sign-in.ts'
import { DomainConfirmation, SignedOut, SignInDomain } from '../schemas/sign-in-provider.ts'
import { Webhook, WebhookAttempt, WebhookCreated, WebhookInput, WebhookUpdate } from '../schemas/webhook.ts'
import { create, defineEndpoints, get, getFile, post, put, remove } from './endpoint.ts'

/** The service administrator acts for any organization and must name it; a session has its own. */
export const actingFor = {
  organization_id: Type.Optional(id("With the administrator's secret: the organization that is meant.")),
}
export const organizationQuery = Type.Object(actingFor)
const webhookErrors = ['highway.webhook.error.invalid_url', 'highway.webhook.error.unknown_event'] as const

export const signInEndpoints = defineEndpoints(
  { tag: 'Sign-in', auth: 'none', visibility: 'internal' },
  {
    login: post('/app/v1/session', 'Sign in', LoginAnswer, {
      description:
        'Sets the session cookie, or says what is needed besides the password: a second factor, or which organization is meant. Wrong e-mail and wrong password answer alike.',
      body: Login,
      errors: ['highway.user.error.forbidden'],
    }),
  },
)

export const administrationEndpoints = defineEndpoints(
  { tag: 'Administration', auth: 'admin', visibility: 'internal' },
  {
    createOrganization: create(
      '/app/v1/organizations',
      'Create an organization with its first project and key',
      OrganizationCreated,
      { body: OrganizationInput, errors: ['highway.user.error.common_password'] },
    ),
    confirmSignInDomain: post(
      '/app/v1/sign_in_domain/confirm',
      'Say that a mail domain belongs to an organization',
      SignInDomain,
      { description: 'For domains whose DNS nobody can change or read from here.', body: DomainConfirmation },
    ),
    renewSecrets: post(
      '/app/v1/secrets/renew',
      'Encrypt what is stored encrypted under the first key',
      Type.Object({ renewed: Type.Integer() }),
      { description: 'After a new key was put before the others; nothing needs the others then.' },
    ),
    snapshotDatabase: post(
      '/app/v1/database/snapshot',
      'Write a copy of the embedded database into the data folder, for a backup that waits for it',
      Type.Object({ file: Type.String({ description: 'Its name below `backup` in the data folder.' }) }),
      {
        description: 'Calls wait meanwhile. 404 on PostgreSQL, which backups read themselves.',
        examples: { response: { file: 'database.tar' } },
      },
    ),
    listOrganizations: get('/app/v1/organizations', 'List organizations', getPage('OrganizationPage', Organization), {
      query: Type.Object(pageParameters),
    }),
  },
)

export const dashboardEndpoints = defineEndpoints(
  { tag: 'Dashboard', auth: 'session', visibility: 'internal' },
  {
    getSession: get('/app/v1/session', 'See who is signed in', Session),
    logout: remove('/app/v1/session', 'Sign out', SignedOut, {
      description: 'The browser then goes where the provider signs out, if a provider signed in.',
    }),
    getOrganization: get('/app/v1/organization', 'Retrieve the own organization', Organization, {
      query: organizationQuery,
    }),
    updateOrganization: put('/app/v1/organization', 'Change the own organization', Organization, {
      query: organizationQuery,
      body: OrganizationUpdate,
    }),
    listSandboxMessages: get(
      '/app/v1/sandbox',
      'List what a sandbox would have sent, newest first',
      getPage('SandboxPage', SandboxMessage),
      { description: 'Of the last 30 days.', query: Type.Object({ ...actingFor, ...pageParameters }) },
    ),
    createProject: create('/app/v1/project', 'Create a project', Project, {
      query: organizationQuery,
      body: ProjectInput,
      errors: ['highway.plan.error.invalid_optimizer_config'],
    }),
    updateProject: put('/app/v1/project/{project_id}', 'Update a project', Project, {
      body: ProjectUpdate,
      errors: ['highway.plan.error.invalid_optimizer_config'],
    }),
    deleteProject: remove('/app/v1/project/{project_id}', 'Delete a project with everything in it', Project),
    listApiKeys: get('/app/v1/api_keys', 'List keys', Type.Array(ApiKey), { query: organizationQuery }),
    createApiKey: create('/app/v1/api_key', 'Create a key', ApiKeyCreated, {
      description: 'The whole key is answered this once.',
      query: organizationQuery,
      body: ApiKeyInput,
      bodyOptional: true,
    }),
    updateApiKey: put('/app/v1/api_key/{api_key_id}', 'Rename, deactivate or activate a key', ApiKey, {
      query: organizationQuery,
      body: ApiKeyUpdate,
    }),
    deleteApiKey: remove('/app/v1/api_key/{api_key_id}', 'Delete a key', ApiKey, { query: organizationQuery }),
    listWebhooks: get('/app/v1/webhooks', 'List webhooks', Type.Array(Webhook), { query: organizationQuery }),
    createWebhook: create('/app/v1/webhook', 'Subscribe to events', WebhookCreated, {
      query: organizationQuery,
      body: WebhookInput,
      errors: webhookErrors,
    }),
    updateWebhook: put('/app/v1/webhook/{webhook_id}', 'Update a webhook', WebhookCreated, {
      description: 'Switching it on resets its failures; switching signed on answers a new secret.',
      query: organizationQuery,
      body: WebhookUpdate,
      errors: webhookErrors,
    }),
    deleteWebhook: remove('/app/v1/webhook/{webhook_id}', 'Delete a webhook', Webhook, { query: organizationQuery }),
    testWebhook: post('/app/v1/webhook/{webhook_id}/test', 'Send a sample event now', WebhookAttempt, {
      query: organizationQuery,
      ratePerMinute: 60,
    }),
    listWebhookAttempts: get(
      '/app/v1/webhook/{webhook_id}/attempts',
      'List the latest deliveries, newest first',
      getPage('WebhookAttemptPage', WebhookAttempt),
      { query: Type.Object({ ...actingFor, ...pageParameters }) },
    ),
    resendWebhookAttempt: post('/app/v1/webhook/{webhook_id}/resend', 'Send a logged event again now', WebhookAttempt, {
      query: organizationQuery,
      body: Type.Object({ attempt_id: Type.Integer({ minimum: 1 }) }),
      ratePerMinute: 60,
    }),
    listAuditEntries: get('/app/v1/audit', 'List who changed what, newest first', getPage('AuditPage', AuditEntry), {
      query: Type.Object({
        ...actingFor,
        ...pageParameters,
        project_id: Type.Optional(id()),
        resource_id: Type.Optional(id()),
      }),
    }),
    verifyAudit: get('/app/v1/audit/verify', 'Recompute the chain of the audit log', AuditVerification, {
      query: Type.Object({
        ...actingFor,
        seen: Type.Optional(
          Type.String({
            maxLength: 90,
            description: 'A head that was told earlier, number:hash; it must still be there.',
          }),
        ),
      }),
      ratePerMinute: 30,
    }),
    exportAudit: getFile('/app/v1/audit/export', 'The audit log as a file, oldest first', 'application/x-ndjson', {
      query: Type.Object({ ...actingFor, format: defaulted(oneOf(['jsonl', 'csv']), 'jsonl') }),
      ratePerMinute: 30,
    }),
  },
)
