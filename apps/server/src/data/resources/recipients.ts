// A project's settings for its recipients, completed with the defaults: messages, branding, the recipients' page.

import {
  type Branding,
  type MessageKind,
  type MessageLanguage,
  type MessageRule,
  type MessageSettings,
  messageKinds,
  messageLanguages,
  type QuietHours,
  type RecipientPage,
} from '@routewright/contract'
import type { ProjectRow } from '../project-tables.ts'

/** The part of a project's row that this file reads. */
export type RecipientColumns = Pick<ProjectRow, 'label' | 'settings' | 'messages' | 'branding' | 'recipient_page'>

type StoredMessages = Partial<Omit<MessageSettings, 'kinds' | 'quiet_hours'>> & {
  /** Null for a project without quiet hours. */
  quiet_hours?: QuietHours | null
  kinds?: Partial<Record<MessageKind, Partial<MessageRule>>>
}

/** Default rules: no messages except the question for a place that was not found, where nobody could drive to. */
const defaultRules: Partial<Record<MessageKind, Partial<MessageRule>>> = {
  address_check: { email: true },
  approaching: { stops_before: 1, minutes_before: 20 },
  delayed: { minutes: 15 },
  planned: { days_before: 0 },
  // Sent only when somebody asks the recipient, and after the recipient's choice.
  choose_slot: { email: true },
  slot_chosen: { email: true },
}

/** Default quiet hours, so that no message wakes anybody, until a project sets others, or null for none. */
export const defaultQuietHours: QuietHours = { from: 21 * 3_600, to: 7 * 3_600 }

export const defaultPage: RecipientPage = {
  van: 'near',
  van_stops: 3,
  show_stops_before: true,
  proof: 'photos',
  allow_instructions: true,
  allow_correction: true,
  correct_until_stops: 1,
  survey: true,
  contents: 'count',
  show_driver: false,
}

export function getMessageSettings(project: Pick<RecipientColumns, 'settings' | 'messages'>): MessageSettings {
  const { kinds, quiet_hours = defaultQuietHours, ...stored } = project.messages as StoredMessages
  return {
    language: findLanguage(project.settings.language) ?? 'en',
    ...stored,
    ...(quiet_hours && { quiet_hours }),
    kinds: Object.fromEntries(messageKinds.map((kind) => [kind, getRule(kinds, kind)])) as MessageSettings['kinds'],
  }
}

function getRule(kinds: StoredMessages['kinds'], kind: MessageKind): MessageRule {
  const rule = { email: false, sms: false, templates: {}, ...defaultRules[kind], ...kinds?.[kind] }
  // A cleared threshold is off, so it is left out.
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== null)) as MessageRule
}

/** Returns the branding; `name`, by which recipients know the sender, is always set. */
export function getBranding(project: RecipientColumns): Branding & { name: string } {
  const stored = project.branding as Branding
  return { ...stored, name: stored.name ?? project.label }
}

export function getRecipientPage(project: RecipientColumns): RecipientPage {
  return { ...defaultPage, ...(project.recipient_page as Partial<RecipientPage>) }
}

/** Returns whether changed estimates can lead to a message. */
export function wantsEstimates(project: Pick<RecipientColumns, 'settings' | 'messages'>): boolean {
  const { approaching, delayed } = getMessageSettings(project).kinds
  return [approaching, delayed].some(({ email, sms }) => email || sms)
}

/** Returns the language of a tag such as `de-AT`, if it is supported. */
export function findLanguage(wish: unknown): MessageLanguage | undefined {
  if (typeof wish !== 'string') return undefined
  const base = wish.toLowerCase().split(/[-_]/)[0]
  return messageLanguages.find((language) => language === base)
}
