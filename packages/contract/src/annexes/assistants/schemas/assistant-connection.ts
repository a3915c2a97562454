// Assistants that sign in: what one asks for, what a person lets it do, and the connections that came of it.
import Type, { type Static } from 'typebox'
import { nullable, oneOf, optionalFields, record } from '../../../schema.ts'
import { id, label, timestamp } from '../../../schemas/fields.ts'

/** read: looks. propose: also proposes changes, and applies a proposal by its token; it changes nothing otherwise. */
export const assistantScopes = ['read', 'propose'] as const
export type AssistantScope = (typeof assistantScopes)[number]

const scope = Type.Array(oneOf(assistantScopes), {
  description: 'What it may do: look (`read`), and also propose changes and apply what was proposed (`propose`).',
  minItems: 1,
  maxItems: assistantScopes.length,
})
const projectIds = Type.Array(id(), { description: 'The only projects that it sees.', minItems: 1, maxItems: 200 })
const request = Type.String({
  description: 'The request of the assistant, as its page has it.',
  minLength: 1,
  maxLength: 4_000,
})
const host = Type.String({ description: 'Where the answer goes: a host, or the scheme of a program.', maxLength: 300 })

export const AssistantRequest = record('AssistantRequest', 'What an assistant asks a person for.', {
  client_name: label('What the assistant calls itself; nobody has checked that.'),
  redirect_host: host,
  scope,
})
export type AssistantRequest = Static<typeof AssistantRequest>

export const AssistantConsent = record('AssistantConsent', 'What a person lets an assistant do, if anything.', {
  request,
  allowed: Type.Boolean({ description: 'Whether it is let in at all.' }),
  scope: Type.Optional(scope),
  project_ids: Type.Optional(nullable(projectIds)),
})
export type AssistantConsent = Static<typeof AssistantConsent>

export const AssistantAnswer = record('AssistantAnswer', 'Where the browser goes on.', {
  redirect_to: Type.String({ description: 'An address of the assistant, with a code or a refusal.', maxLength: 4_000 }),
})

export const AssistantConnection = record('AssistantConnection', 'An assistant that signed in for a person.', {
  id: id(),
  organization_id: id(),
  user_id: id('On whose behalf it acts, with the rights that this person has at the time.'),
  client_name: label('What the assistant calls itself; nobody has checked that.'),
  redirect_host: host,
  scope,
  created_at: timestamp(),
  ...optionalFields({
    project_ids: projectIds,
    last_used_at: timestamp('To five minutes.'),
  }),
})
export type AssistantConnection = Static<typeof AssistantConnection>

export const assistantRequestQuery = Type.Object({ request })
