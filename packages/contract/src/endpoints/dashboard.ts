// What only the planner and the command line call: sign-in, organizations, projects, keys, webhooks, audit.
import Type from 'typebox'
import { id } from '../schemas/fields.ts'
import { pageOf, pageParameters } from '../schemas/list.ts'
import {
  ApiKey,
  ApiKeyCreated,
  ApiKeyInput,
  ApiKeyUpdate,
  AuditEntry,
  Login,
  Organization,
  OrganizationCreated,
  OrganizationInput,
  Session,
} from '../schemas/organization.ts'
import { Project, ProjectInput, ProjectUpdate } from '../schemas/project.ts'
import { Webhook, WebhookAttempt, WebhookCreated, WebhookInput, WebhookUpdate } from '../schemas/webhook.ts'
import { defineEndpoints } from './endpoint.ts'

/** The machine's administrator acts for any organization and names it; a session has its own. */
const actingFor = {
  organization_id: Type.Optional(id("With the administrator's secret: the organization that is meant.")),
}
const organizationQuery = Type.Object(actingFor)
const webhookErrors = ['highway.webhook.error.invalid_url', 'highway.webhook.error.unknown_event'] as const

export const signInEndpoints = defineEndpoints(
  { tag: 'Sign-in', auth: 'none', visibility: 'internal' },
  {
    login: {
      method: 'POST',
      path: '/app/v1/session',
      summary: 'Sign in',
      description: 'Sets the session cookie. Wrong e-mail and wrong password answer alike.',
      body: Login,
      response: { 200: Session },
      errors: ['highway.user.error.forbidden'],
    },
  },
)

export const administrationEndpoints = defineEndpoints(
  { tag: 'Administration', auth: 'admin', visibility: 'internal' },
  {
    createOrganization: {
      method: 'POST',
      path: '/app/v1/organizations',
      summary: 'Create an organization with its first project and key',
      body: OrganizationInput,
      response: { 201: OrganizationCreated },
    },
    listOrganizations: {
      method: 'GET',
      path: '/app/v1/organizations',
      summary: 'List organizations',
      query: Type.Object(pageParameters),
      response: { 200: pageOf('OrganizationPage', Organization) },
    },
  },
)

export const dashboardEndpoints = defineEndpoints(
  { tag: 'Dashboard', auth: 'session', visibility: 'internal' },
  {
    getSession: { method: 'GET', path: '/app/v1/session', summary: 'See who is signed in', response: { 200: Session } },
    logout: { method: 'DELETE', path: '/app/v1/session', summary: 'Sign out', response: { 204: null } },
    getOrganization: {
      method: 'GET',
      path: '/app/v1/organization',
      summary: 'Retrieve the own organization',
      query: organizationQuery,
      response: { 200: Organization },
    },
    updateOrganization: {
      method: 'PUT',
      path: '/app/v1/organization',
      summary: 'Rename the own organization',
      query: organizationQuery,
      body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 500 }) }),
      response: { 200: Organization },
    },
    createProject: {
      method: 'POST',
      path: '/app/v1/project',
      summary: 'Create a project',
      query: organizationQuery,
      body: ProjectInput,
      response: { 201: Project },
      errors: ['highway.plan.error.invalid_optimizer_config'],
    },
    updateProject: {
      method: 'PUT',
      path: '/app/v1/project/{project_id}',
      summary: 'Update a project',
      body: ProjectUpdate,
      response: { 200: Project },
      errors: ['highway.plan.error.invalid_optimizer_config'],
    },
    deleteProject: {
      method: 'DELETE',
      path: '/app/v1/project/{project_id}',
      summary: 'Delete a project with everything in it',
      response: { 200: Project },
    },
    listApiKeys: {
      method: 'GET',
      path: '/app/v1/api_keys',
      summary: 'List keys',
      query: organizationQuery,
      response: { 200: Type.Array(ApiKey) },
    },
    createApiKey: {
      method: 'POST',
      path: '/app/v1/api_key',
      summary: 'Create a key',
      description: 'The whole key is answered this once.',
      query: organizationQuery,
      body: ApiKeyInput,
      bodyOptional: true,
      response: { 201: ApiKeyCreated },
    },
    updateApiKey: {
      method: 'PUT',
      path: '/app/v1/api_key/{api_key_id}',
      summary: 'Rename, deactivate or activate a key',
      query: organizationQuery,
      body: ApiKeyUpdate,
      response: { 200: ApiKey },
    },
    deleteApiKey: {
      method: 'DELETE',
      path: '/app/v1/api_key/{api_key_id}',
      summary: 'Delete a key',
      query: organizationQuery,
      response: { 200: ApiKey },
    },
    listWebhooks: {
      method: 'GET',
      path: '/app/v1/webhooks',
      summary: 'List webhooks',
      query: organizationQuery,
      response: { 200: Type.Array(Webhook) },
    },
    createWebhook: {
      method: 'POST',
      path: '/app/v1/webhook',
      summary: 'Subscribe to events',
      query: organizationQuery,
      body: WebhookInput,
      response: { 201: WebhookCreated },
      errors: webhookErrors,
    },
    updateWebhook: {
      method: 'PUT',
      path: '/app/v1/webhook/{webhook_id}',
      summary: 'Update a webhook',
      description: 'Switching it on resets its failures; switching signed on answers a new secret.',
      query: organizationQuery,
      body: WebhookUpdate,
      response: { 200: WebhookCreated },
      errors: webhookErrors,
    },
    deleteWebhook: {
      method: 'DELETE',
      path: '/app/v1/webhook/{webhook_id}',
      summary: 'Delete a webhook',
      query: organizationQuery,
      response: { 200: Webhook },
    },
    testWebhook: {
      method: 'POST',
      path: '/app/v1/webhook/{webhook_id}/test',
      summary: 'Send a sample event now',
      query: organizationQuery,
      response: { 200: WebhookAttempt },
      ratePerMinute: 60,
    },
    listWebhookAttempts: {
      method: 'GET',
      path: '/app/v1/webhook/{webhook_id}/attempts',
      summary: 'List the latest deliveries, newest first',
      query: Type.Object({ ...actingFor, ...pageParameters }),
      response: { 200: pageOf('WebhookAttemptPage', WebhookAttempt) },
    },
    resendWebhookAttempt: {
      method: 'POST',
      path: '/app/v1/webhook/{webhook_id}/resend',
      summary: 'Send a logged event again now',
      query: organizationQuery,
      body: Type.Object({ attempt_id: Type.Integer({ minimum: 1 }) }),
      response: { 200: WebhookAttempt },
      ratePerMinute: 60,
    },
    listAuditEntries: {
      method: 'GET',
      path: '/app/v1/audit',
      summary: 'List who changed what, newest first',
      query: Type.Object({
        ...actingFor,
        ...pageParameters,
        project_id: Type.Optional(id()),
        resource_id: Type.Optional(id()),
      }),
      response: { 200: pageOf('AuditPage', AuditEntry) },
    },
  },
)
