// What a project sets for its recipients: reading it whole, and changing parts of it down to a single text.
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
import { auditRecord } from '../audit/audit.ts'
import { findFont } from '../data/project-fonts.sql.ts'
import { deleteLogo, findLogo, putLogo } from '../data/project-logos.sql.ts'
import type { ProjectRow } from '../data/project-tables.ts'
import { updateProjectRow } from '../data/projects.sql.ts'
import type { JsonObject } from '../data/values.ts'
import { bytesOfDataUrl } from '../pictures/data-url.ts'
import { InvalidImage } from '../pictures/inspect.ts'
import type { Pictures } from '../pictures/prepare.ts'
import { apiError, invalidPayload } from '../platform/api-error.ts'
import { checksumOf } from '../platform/checksum.ts'
import { withoutEmpty, withoutUndefined } from '../platform/compact.ts'
import type { Scope } from '../platform/scope.ts'
import { getProject, requireProjectAsSeen, requireProjectManager } from '../projects/projects.ts'
import { brandingOf, messageSettingsOf, type RecipientColumns, recipientPageOf } from '../resources/recipients.ts'
import { readFont, storeFont } from './brand-font.ts'
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
  const logo = await findLogo(scope, project.id)
  const font = await findFont(scope, project.id)
  const { name, ...branding } = brandingOf(project)
  return {
    messages: messageSettingsOf(project),
    branding: {
      ...branding,
      ...(project.branding.name ? { name } : {}),
      ...(logo ? { logo_url: `data:${logo.content_type};base64,${logo.bytes.toString('base64')}` } : {}),
      ...(font ? { font_url: `data:font/woff2;base64,${font.bytes.toString('base64')}` } : {}),
    },
    page: recipientPageOf(project),
    defaults: defaultTemplates(),
    channels: { email: true, sms: canSendSms },
    updated_at: project.updated_at.toISOString(),
  }
}

/**
 * Changes what is sent; what is not sent stays. Throws 403 unless the user manages the project,
 * highway.message.error.unknown_variable and highway.validation.error.invalid_payload.
 */
export async function updateRecipientSettings(
  scope: Scope,
  projectId: string,
  input: RecipientSettingsInput,
  newLogo: NewLogo,
  canSendSms: boolean,
): Promise<RecipientSettings> {
  const project = await getProject(scope, projectId, 'lock')
  requireProjectManager(scope, projectId, 'change what recipients are told')
  await requireProjectAsSeen(scope, project)
  const { logo: _prepared, font_file, ...branding } = input.branding ?? {}
  requireUsable(input)
  const newFont = readFont(font_file)
  const changed = {
    messages: mergeMessages(project, input.messages ?? {}),
    branding: merge(project.branding, branding),
    recipient_page: merge(project.recipient_page, input.page ?? {}),
  }
  const sends_messages = sendsMessages({ ...project, ...changed })
  const next = await updateProjectRow(scope, projectId, { ...changed, sends_messages })
  if (newLogo === null) await deleteLogo(scope, projectId)
  else if (newLogo) await storeLogo(scope, projectId, newLogo)
  await storeFont(scope, projectId, newFont)
  const recipients = { ...input, ...(input.branding ? { branding: withoutFiles(input.branding) } : {}) }
  await auditRecord(scope, 'updated', 'project', { id: projectId, project_id: projectId }, { recipients })
  return settingsOf(scope, next, canSendSms)
}

/**
 * Whether any kind of message is switched on that dispatch, driving or reports lead to; only then are notes written for
 * messages. The address check and what is about choosing a window do not count: they are sent without a note.
 */
function sendsMessages(project: RecipientColumns): boolean {
  const {
    address_check: _asked,
    choose_slot: _choose,
    slot_chosen: _chosen,
    ...kinds
  } = messageSettingsOf(project).kinds
  return Object.values(kinds).some(({ email, sms }) => email || sms)
}

const daySeconds = 86_400

/** Checks what the schema cannot: variables of templates, that quiet hours lie in one day, mail and web addresses. */
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
      throw invalidPayload(`messages.quiet_hours.${end}`, `must be below ${daySeconds}`)
    }
  }
  const mailboxes = { 'messages.reply_to': messages?.reply_to, 'branding.email': branding?.email }
  for (const [place, address] of Object.entries(mailboxes)) {
    if (address && !/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address)) throw invalidPayload(place, 'must be an e-mail address')
  }
  const { website } = branding ?? {}
  if (website && !(URL.canParse(website) && /^https?:$/.test(new URL(website).protocol))) {
    throw invalidPayload('branding.website', 'must be an address that begins with https://')
  }
}

/** Fields that are sent replace, null clears. */
function merge(before: JsonObject, change: object): JsonObject {
  return withoutEmpty({ ...before, ...change })
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
    // A threshold sent as null is switched off. `merge` would drop the null, and the default would then apply again; so the
    // fields are laid over each other here and the null is kept.
    rules[kind] = { ...rules[kind], ...withoutUndefined(fields), templates: own } as Partial<MessageRule>
  }
  return { ...merge(before as JsonObject, change), kinds: rules } as JsonObject
}

function emptyAsNull(template: object): object {
  return Object.fromEntries(Object.entries(template).map(([part, text]) => [part, text === '' ? null : text]))
}

/** A logo as it is kept; null where it is taken away, undefined where it stays. */
export type NewLogo = { content_type: string; bytes: Buffer } | null | undefined

/** What becomes of the logo that was sent. Throws highway.message.error.invalid_logo. Not inside a transaction. */
export async function prepareLogo(pictures: Pictures, logo: string | null | undefined): Promise<NewLogo> {
  if (!logo) return logo === null ? null : undefined
  const refuse = (reason: string) => apiError('highway.message.error.invalid_logo', { place: 'branding.logo', reason })
  const requireSmall = (picture: Buffer) => {
    if (picture.length > LOGO_BYTES) throw refuse(`must not be larger than ${LOGO_BYTES / 1_000} kB`)
    return picture
  }
  const bytes = bytesOfDataUrl(logo)
  if (!bytes) throw refuse('must be a base64 data URL')
  try {
    const { contentType, small } = await pictures.prepare(requireSmall(bytes))
    return { content_type: contentType, bytes: requireSmall(small) }
  } catch (error) {
    throw error instanceof InvalidImage ? refuse(error.message) : error
  }
}

async function storeLogo(scope: Scope, projectId: string, logo: NonNullable<NewLogo>): Promise<void> {
  const digest = checksumOf(logo.bytes).slice(0, 16)
  await putLogo(scope, { project_id: projectId, ...logo, digest, created_at: scope.now })
}

/** The change as the audit log keeps it: it says that the logo or the font changed, without the file itself. */
function withoutFiles({ logo, font_file, ...branding }: NonNullable<RecipientSettingsInput['branding']>) {
  const noted = (file: string | null | undefined) => (file ? 'changed' : file)
  return { ...branding, ...withoutUndefined({ logo: noted(logo), font_file: noted(font_file) }) }
}
