// Organizations, their people, keys and sign-in: the dashboard's own records.
import Type, { type Static } from 'typebox'
import { auditedActions, auditedKinds } from '../audited.ts'
import { Actor } from '../events.ts'
import * as limits from '../limits.ts'
import { nullable, oneOf, optionalFields, record } from '../schema.ts'
import { dateOrTimestamp, email, flag, id, label, timestamp } from './fields.ts'
import { messageChannels } from './message.ts'

export const userRoles = ['organization_administrator', 'organization_manager', 'organization_user'] as const
export type UserRole = (typeof userRoles)[number]
export const projectRoles = ['project_manager', 'project_user', 'supervisor'] as const
export type ProjectRole = (typeof projectRoles)[number]

/** Languages of the applications and of the mails. */
export const languages = ['en', 'es', 'fr', 'de', 'pt'] as const
export type Language = (typeof languages)[number]
export const language = oneOf(languages, { description: 'Of mails and pages.' })

export const Organization = record('Organization', 'Who owns projects, people and keys.', {
  id: id(),
  name: label(),
  serves_older_clients: flag('Programs written for the original service find its older paths and names.'),
  is_sandbox: flag('For trying out: its mails, SMS and webhooks are logged instead of sent.'),
  created_at: timestamp(),
  updated_at: timestamp(),
  ...optionalFields({
    second_factor_from: timestamp('From then on nobody signs in with a password alone; nobody has to when missing.'),
  }),
})
export type Organization = Static<typeof Organization>

export const SandboxMessage = record('SandboxMessage', 'A mail or SMS that a sandbox would have sent.', {
  id: id(),
  organization_id: id(),
  channel: oneOf(messageChannels),
  recipient: Type.String({ description: 'The address or number.' }),
  title: Type.String({ description: 'The subject of a mail, the text of an SMS.' }),
  body: Type.String(),
  created_at: timestamp(),
})
export type SandboxMessage = Static<typeof SandboxMessage>

export const OrganizationUpdate = record('OrganizationUpdate', 'What changes in the organization.', {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: limits.textLength.label })),
  serves_older_clients: Type.Optional(flag()),
  is_sandbox: Type.Optional(flag()),
  second_factor_from: Type.Optional(nullable(timestamp('null: nobody needs a second factor.'))),
})
export type OrganizationUpdate = Static<typeof OrganizationUpdate>

export const OrganizationInput = record(
  'OrganizationInput',
  'A new organization with its first project, person and key.',
  {
    name: Type.String({ minLength: 1, maxLength: limits.textLength.label }),
    email: Type.Optional(email('Sign-in of the first administrator.')),
    password: Type.Optional(Type.String({ minLength: 8, maxLength: 200 })),
  },
)
export type OrganizationInput = Static<typeof OrganizationInput>

export const OrganizationCreated = record('OrganizationCreated', 'The new organization; its key is shown this once.', {
  organization_id: id(),
  project_id: id(),
  api_key: Type.String(),
  ...optionalFields({ login: Type.Object({ email: email(), password: Type.String() }) }),
})
export type OrganizationCreated = Static<typeof OrganizationCreated>

export const Membership = record('Membership', 'The part of a person in one project.', {
  project_id: id(),
  role: oneOf(projectRoles),
})
export type Membership = Static<typeof Membership>

export const User = record('User', 'A person of the organization.', {
  id: id(),
  organization_id: id(),
  email: email(),
  name: label(),
  role: oneOf(userRoles),
  active: flag(),
  memberships: Type.Array(Membership),
  language,
  is_machine: flag('A program: keys act as it, and nobody signs in as it.'),
  has_second_factor: flag('Signing in takes more than a password, or a passkey.'),
  created_at: timestamp(),
  updated_at: timestamp(),
  ...optionalFields({ last_seen_at: timestamp('When a session of the person was last used.') }),
})
export type User = Static<typeof User>

export const Session = record('Session', 'Who is signed in.', {
  user: User,
  organization: Organization,
  ...optionalFields({
    is_demo: flag('The organization is the demo, and is open for trying out.'),
    second_factor_due: timestamp('Until then a second factor is to be set up; later it is when signing in.'),
  }),
})
export type Session = Static<typeof Session>

export const Login = record('Login', 'Sign-in.', {
  email: email(),
  password: Type.String({ minLength: 1, maxLength: 200 }),
  organization_id: Type.Optional(id('Which of several organizations of the person is meant.')),
})
export type Login = Static<typeof Login>

export const OrganizationChoice = record(
  'OrganizationChoice',
  'The password opens several organizations: sign in again with the id of one.',
  { organizations: Type.Array(Type.Object({ id: id(), name: Type.String() })) },
)
export type OrganizationChoice = Static<typeof OrganizationChoice>

const inactive_from = timestamp('From this moment on the key is rejected; it has no end when missing.')
const keyFields = {
  id: id(),
  organization_id: id(),
  user_id: id('The key acts as this user.'),
  label: label(),
  active: flag('An inactive key is rejected.'),
  hint: Type.String({ description: 'The last characters of the key.' }),
  created_at: timestamp(),
  ...optionalFields({ inactive_from }),
}
export const ApiKey = record('ApiKey', 'A key, without its secret.', keyFields)
export type ApiKey = Static<typeof ApiKey>

export const ApiKeyCreated = record('ApiKeyCreated', 'A new key; the secret is shown this once.', {
  ...keyFields,
  key: Type.String({ description: 'The whole key.' }),
})
export type ApiKeyCreated = Static<typeof ApiKeyCreated>

export const ApiKeyInput = record('ApiKeyInput', 'A new key.', {
  label: Type.Optional(label()),
  user_id: Type.Optional(id('A machine user that the key acts as; oneself when left out.')),
  inactive_from: Type.Optional(nullable(dateOrTimestamp('In the future; without one the key has no end.'))),
})
export type ApiKeyInput = Static<typeof ApiKeyInput>

export const ApiKeyUpdate = record('ApiKeyUpdate', 'What changes in a key.', {
  label: Type.Optional(label()),
  active: Type.Optional(flag()),
  inactive_from: Type.Optional(nullable(dateOrTimestamp('In the future; null: the key has no end.'))),
})
export type ApiKeyUpdate = Static<typeof ApiKeyUpdate>

export const AuditEntry = record('AuditEntry', 'Who did what.', {
  id: id(),
  organization_id: id(),
  actor: Actor,
  action: Type.String({ description: `${auditedActions.join(', ')}.` }),
  resource_type: Type.String({ description: `${auditedKinds.join(', ')}.` }),
  resource_id: Type.String(),
  created_at: timestamp(),
  ...optionalFields({
    project_id: id(),
    number: Type.Integer({ description: 'Its place in the chain.' }),
    hash: Type.String({ description: 'Over this entry and the one before it.' }),
    redacted_at: timestamp('Since when its changes are gone, because somebody whom they named was erased.'),
    changes: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'Changed fields and their new values.',
    }),
  }),
})
export type AuditEntry = Static<typeof AuditEntry>

export const AuditVerification = record('AuditVerification', 'Whether the audit log is as it was written.', {
  holds: flag('Every entry follows from the one before it.'),
  entries: Type.Integer({ description: 'Entries that were looked at.' }),
  redacted: Type.Integer({
    description: 'Entries whose changes were erased with a person; the chain holds without them.',
  }),
  first_number: Type.Integer({ description: 'Older ones were past their time.' }),
  head: Type.String({
    description: 'Number and hash of the last entry. Keep it elsewhere: a log that is cut off shows by it.',
  }),
  ...optionalFields({
    fault: Type.Object({
      number: Type.Integer({ description: 'The first place that does not hold.' }),
      id: Type.Optional(Type.String()),
      reason: Type.String(),
    }),
  }),
})
export type AuditVerification = Static<typeof AuditVerification>
