// A project's settings for its recipients: reads them whole, and changes parts down to a single text.
import {
  type MessageKind,
  type MessageRule,
  type MessageSettings,
  messageKinds,
  messageLanguages,
  type RecipientSettings,
  type RecipientSettingsInput,
} from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject, requireProjectAsSeen, requireProjectManager } from '../../accounts/projects/projects.ts'
import { projectFonts, projectLogos } from '../../data/project-files.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { updateProjectRow } from '../../data/projects.sql.ts'
import {
  getBranding,
  getMessageSettings,
  getRecipientPage,
  type RecipientColumns,
} from '../../data/resources/recipients.ts'
import type { JsonObject } from '../../data/values.ts'
import { invalidPayload } from '../../frame/platform/api-error.ts'
import { withoutEmpty, withoutUndefined } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { keepFile, type NewLogo, readFont } from './brand-files.ts'
import { listPhoneOrigins } from './contacts.ts'
import { requireKnownVariables } from './template.ts'
import { defaultTemplates } from './words.ts'

/** Returns all settings for recipients; `canSendSms`: whether this installation has an SMS gateway. */
export async function getRecipientSettings(
  scope: Scope,
  projectId: string,
  canSendSms: boolean,
): Promise<RecipientSettings> {
  return getSettings(scope, await getProject(scope, projectId), canSendSms)
}

async function getSettings(scope: Scope, project: ProjectRow, canSendSms: boolean): Promise<RecipientSettings> {
  const logo = await projectLogos.find(scope, project.id)
  const font = await projectFonts.find(scope, project.id)
  const { name, ...branding } = getBranding(project)
  return {
    messages: getMessageSettings(project),
    branding: {
      ...branding,
      ...(project.branding.name ? { name } : {}),
      ...(logo ? { logo_url: `data:${logo.content_type};base64,${logo.bytes.toString('base64')}` } : {}),
      ...(font ? { font_url: `data:font/woff2;base64,${font.bytes.toString('base64')}` } : {}),
    },
    page: getRecipientPage(project),
    defaults: defaultTemplates(),
    channels: { email: true, sms: canSendSms },
    phone_origins: listPhoneOrigins(project).filter((origin) => typeof origin === 'string'),
    updated_at: project.updated_at.toISOString(),
  }
}

/**
 * Changes the fields sent. Throws 403 unless the user manages the project, highway.message.error.unknown_variable and
 * highway.validation.error.invalid_payload.
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
  await keepFile(scope, projectId, projectLogos, newLogo)
  await keepFile(scope, projectId, projectFonts, newFont)
  const recipients = { ...input, ...(input.branding ? { branding: withoutFiles(input.branding) } : {}) }
  await auditRecord(scope, 'updated', 'project', { id: projectId, project_id: projectId }, { recipients })
  return getSettings(scope, next, canSendSms)
}

/**
 * Returns whether any kind of message is switched on that dispatch, driving or reports cause; notes for messages are written only
 * then. The address check and messages about choosing a window do not count: they are sent without a note.
 */
function sendsMessages(project: RecipientColumns): boolean {
  const {
    address_check: _asked,
    choose_slot: _choose,
    slot_chosen: _chosen,
    ...kinds
  } = getMessageSettings(project).kinds
  return Object.values(kinds).some(({ email, sms }) => email || sms)
}

const daySeconds = 86_400

/** Checks what the schema cannot: variables of templates, quiet hours, mail and web addresses. */
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

/** Merges the fields sent; null clears one. */
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
  // Having no quiet hours is a setting, so null is stored; otherwise the default would apply.
  const { quiet_hours = before.quiet_hours } = change
  const quiet = quiet_hours === null ? { quiet_hours } : {}
  return { ...merge(before as JsonObject, change), ...quiet, kinds: rules } as JsonObject
}

function emptyAsNull(template: object): object {
  return Object.fromEntries(Object.entries(template).map(([part, text]) => [part, text === '' ? null : text]))
}

/** Returns the change for the audit log: that the logo or the font changed, without the file itself. */
function withoutFiles({ logo, font_file, ...branding }: NonNullable<RecipientSettingsInput['branding']>) {
  const noted = (file: string | null | undefined) => (file ? 'changed' : file)
  return { ...branding, ...withoutUndefined({ logo: noted(logo), font_file: noted(font_file) }) }
}
