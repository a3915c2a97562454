// What a project sets for its recipients: reading it whole, and changing parts of it down to a single text.
import { createHash } from 'node:crypto'
import {
  LOGO_BYTES,
  type MessageKind,
  type MessageRule,
  type MessageSettings,
  messageKinds,
  messageLanguages,
  type RecipientSettings,
  type RecipientSettingsInput,
} from '@routewright/contract'
import { recordAudit } from '../audit/audit.ts'
import { deleteLogo, findLogo, putLogo } from '../data/project-logos.sql.ts'
import type { ProjectRow } from '../data/project-tables.ts'
import { updateProjectRow } from '../data/projects.sql.ts'
import type { JsonObject } from '../data/values.ts'
import { apiError } from '../platform/api-error.ts'
import type { Scope } from '../platform/scope.ts'
import { getProject, requireProjectAsSeen, requireProjectManager } from '../projects/projects.ts'
import { InvalidImage, inspectImage } from '../reports/images.ts'
import { brandingOf, messageSettingsOf, type RecipientColumns, recipientPageOf } from '../resources/recipients.ts'
import { requireKnownVariables } from './template.ts'
import { defaultTemplates } from './words.ts'

/** Everything about recipients; `canSendSms` says whether this installation has a gateway. */
export async function getRecipientSettings(
  scope: Scope,
  projectId: string,
  canSendSms: boolean,
): Promise<RecipientSettings> {
  return settingsOf(scope, await getProject(scope, projectId), canSendSms)
}

async function settingsOf(scope: Scope, project: ProjectRow, canSendSms: boolean): Promise<RecipientSettings> {
  const logo = await findLogo(scope.tx, project.id)
  const { name, ...branding } = brandingOf(project)
  return {
    messages: messageSettingsOf(project),
    branding: {
      ...branding,
      ...(project.branding.name ? { name } : {}),
      ...(logo ? { logo_url: `data:${logo.content_type};base64,${logo.bytes.toString('base64')}` } : {}),
    },
    page: recipientPageOf(project),
    defaults: defaultTemplates(),
    channels: { email: true, sms: canSendSms },
    updated_at: project.updated_at.toISOString(),
  }
}

/**
 * Changes what is sent; what is not sent stays. Throws 403 unless the user manages the project,
 * highway.message.error.{unknown_variable, invalid_logo} and highway.validation.error.invalid_payload.
 */
export async function updateRecipientSettings(
  scope: Scope,
  projectId: string,
  input: RecipientSettingsInput,
  canSendSms: boolean,
): Promise<RecipientSettings> {
  const project = await getProject(scope, projectId, 'lock')
  requireProjectManager(scope, projectId, 'change what recipients are told')
  await requireProjectAsSeen(scope, project)
  const { logo, ...branding } = input.branding ?? {}
  requireUsable(input)
  const changed = {
    messages: mergeMessages(project, input.messages ?? {}),
    branding: merge(project.branding, branding),
    recipient_page: merge(project.recipient_page, input.page ?? {}),
  }
  const sends_messages = sendsMessages({ ...project, ...changed })
  const next = await updateProjectRow(scope, projectId, { ...changed, sends_messages })
  if (logo === null) await deleteLogo(scope.tx, projectId)
  else if (logo !== undefined) await storeLogo(scope, projectId, logo)
  await recordAudit(scope, {
    action: 'updated',
    resourceType: 'project',
    resourceId: projectId,
    projectId,
    changes: { recipients: { ...input, ...(input.branding ? { branding: withoutPicture(input.branding) } : {}) } },
  })
  return settingsOf(scope, next, canSendSms)
}

/** All that follows from the road; the question for a place is asked where the stop is created. */
function sendsMessages(project: RecipientColumns): boolean {
  const { address_check: _asked, ...kinds } = messageSettingsOf(project).kinds
  return Object.values(kinds).some(({ email, sms }) => email || sms)
}

const daySeconds = 86_400

/** What a schema cannot say: variables of templates, quiet hours of one day, addresses. */
function requireUsable({ messages, branding }: RecipientSettingsInput): void {
  for (const kind of messageKinds) {
    for (const language of messageLanguages) {
      const template = messages?.kinds?.[kind]?.templates?.[language]
      for (const [part, text] of Object.entries(template ?? {})) {
        if (text) requireKnownVariables(text, `messages.kinds.${kind}.templates.${language}.${part}`)
      }
    }
  }
  for (const end of ['from', 'to'] as const) {
    const time = messages?.quiet_hours?.[end]
    if (time !== undefined && time >= daySeconds) {
      throw invalid(`messages.quiet_hours.${end}`, `must be below ${daySeconds}`)
    }
  }
  const mailboxes = { 'messages.reply_to': messages?.reply_to, 'branding.email': branding?.email }
  for (const [place, address] of Object.entries(mailboxes)) {
    if (address && !/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address)) throw invalid(place, 'must be an e-mail address')
  }
  const { website } = branding ?? {}
  if (website && !(URL.canParse(website) && /^https?:$/.test(new URL(website).protocol))) {
    throw invalid('branding.website', 'must be an address that begins with https://')
  }
}

function invalid(place: string, reason: string) {
  return apiError('highway.validation.error.invalid_payload', { place, reason })
}

/** Fields that are sent replace, null clears. */
function merge(before: JsonObject, change: object): JsonObject {
  const result: JsonObject = { ...before, ...change }
  for (const [key, value] of Object.entries(result)) if (value === null || value === undefined) delete result[key]
  return result
}

function mergeMessages(
  project: ProjectRow,
  { kinds = {}, ...change }: NonNullable<RecipientSettingsInput['messages']>,
) {
  const before = project.messages as Partial<MessageSettings>
  const rules: Partial<Record<MessageKind, Partial<MessageRule>>> = { ...before.kinds }
  for (const kind of messageKinds) {
    const { templates, ...fields } = kinds[kind] ?? {}
    if (!kinds[kind]) continue
    const own = { ...(rules[kind]?.templates as Record<string, JsonObject> | undefined) }
    for (const [language, template] of Object.entries(templates ?? {})) {
      const merged = template === null ? {} : merge(own[language] ?? {}, emptyAsNull(template as object))
      if (Object.keys(merged).length > 0) own[language] = merged
      else delete own[language]
    }
    // A threshold that is cleared is off: it must not fall back to the default, so its null stays out of `merge`.
    rules[kind] = { ...rules[kind], ...withoutUndefined(fields), templates: own } as Partial<MessageRule>
  }
  return { ...merge(before as JsonObject, change), kinds: rules } as JsonObject
}

function emptyAsNull(template: object): object {
  return Object.fromEntries(Object.entries(template).map(([part, text]) => [part, text === '' ? null : text]))
}

function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

const dataUrl = /^data:[\w.+/-]*;base64,([A-Za-z0-9+/]+={0,2})$/

async function storeLogo(scope: Scope, projectId: string, logo: string): Promise<void> {
  const refuse = (reason: string) => apiError('highway.message.error.invalid_logo', { place: 'branding.logo', reason })
  const encoded = dataUrl.exec(logo)?.[1]
  if (!encoded) throw refuse('must be a base64 data URL')
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length > LOGO_BYTES) throw refuse(`must not be larger than ${LOGO_BYTES / 1_000} kB`)
  await putLogo(scope.tx, {
    project_id: projectId,
    organization_id: scope.organizationId,
    content_type: contentTypeOf(bytes, refuse),
    bytes,
    digest: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    created_at: scope.now,
  })
}

function contentTypeOf(bytes: Buffer, refuse: (reason: string) => Error): string {
  try {
    return inspectImage(bytes).contentType
  } catch (error) {
    if (!(error instanceof InvalidImage)) throw error
    throw refuse(error.message)
  }
}

/** The audit log tells of a logo, but does not hold it. */
function withoutPicture({ logo, ...branding }: NonNullable<RecipientSettingsInput['branding']>) {
  return { ...branding, ...(logo === undefined ? {} : { logo: logo === null ? null : 'changed' }) }
}
