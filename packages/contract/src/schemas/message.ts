// Notifications to recipients by mail and SMS: kinds, settings, templates, previews and the log.
import Type, { type Static } from 'typebox'
import { nullable, oneOf, optionalFields, record } from '../schema.ts'
import { count, flag, id, label, text, timeOfDay, timestamp } from './fields.ts'

/** Subject of a message; each may be switched on for each channel. */
export const messageKinds = [
  'planned',
  'started',
  'approaching',
  'delayed',
  'completed',
  'failed',
  'canceled',
  'address_check',
  'pin',
  'choose_slot',
  'slot_chosen',
] as const
export type MessageKind = (typeof messageKinds)[number]

export const messageChannels = ['email', 'sms'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** Languages available for every message. */
export const messageLanguages = ['en', 'es', 'fr', 'de', 'pt'] as const
export type MessageLanguage = (typeof messageLanguages)[number]

/** Variables allowed between {{ and }} in a template, and their values. */
export const messageVariables = {
  company: 'The name that recipients know: of the branding, else of the project.',
  recipient: "The stop's label.",
  what: '“your delivery”, “your collection” or “your visit”, by the type of the stop.',
  address: 'Street and town of the stop.',
  date: 'The day of the delivery, in words.',
  window: 'From when to when it is expected: 14:10–14:40.',
  from: 'The beginning of that window.',
  to: 'The end of that window.',
  stops_before: 'Stops that the driver makes first.',
  minutes: 'Minutes until the driver is there.',
  time: 'When it was done or tried.',
  reason: 'Why it could not be done.',
  taker: 'Who took it, or where it was left.',
  next_step: "What happens after a failed attempt, in the project's words.",
  pin: 'The handover code.',
  link: "The recipient's page.",
  phone: 'Where the company is called.',
} as const
export type MessageVariable = keyof typeof messageVariables

/** queued: waiting, perhaps for another attempt; held: waiting for the end of the quiet hours; suppressed: deliberately not sent. */
export const messageStatuses = ['queued', 'held', 'sent', 'failed', 'suppressed'] as const

/** Reasons why a message failed or was not sent. */
export const messageReasons = [
  'unsubscribed',
  'no_gateway',
  'over',
  'moved',
  'draft',
  'refused',
  'gave_up',
  'interrupted',
  'other_day',
  'unusable',
  'country_unknown',
  'quota',
] as const
export type MessageReason = (typeof messageReasons)[number]

/** Longest texts of a template, in UTF-16 code units. */
export const messageTextLength = { subject: 200, email: 5_000, sms: 640 } as const
/** A logo is part of every mail, so it must be small. */
export const LOGO_BYTES = 200_000
/** A recipient's phone loads the sender's font with the page. */
export const FONT_BYTES = 300_000
/** Font families that every system provides. */
export const brandFonts = ['system', 'humanist', 'geometric', 'rounded', 'serif'] as const
export type BrandFont = (typeof brandFonts)[number]

const kind = (options?: object) => oneOf(messageKinds, options)
const channel = (options?: object) => oneOf(messageChannels, options)
const language = (options?: object) => oneOf(messageLanguages, options)

const subject = Type.String({ maxLength: messageTextLength.subject })
const emailText = Type.String({
  description: 'Paragraphs; {{link}} becomes a button. A line of which every variable is empty is left out.',
  maxLength: messageTextLength.email,
})
const smsText = Type.String({ maxLength: messageTextLength.sms })

export const MessageTemplate = record('MessageTemplate', 'The words of one kind in one language.', {
  ...optionalFields({ subject, email: emailText, sms: smsText }),
})
export type MessageTemplate = Static<typeof MessageTemplate>

export const MessageTemplateInput = record('MessageTemplateInput', 'Own words; null or empty goes back to ours.', {
  ...optionalFields({ subject: nullable(subject), email: nullable(emailText), sms: nullable(smsText) }),
})

const byLanguage = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Object.fromEntries(messageLanguages.map((language) => [language, Type.Optional(schema)])) as Record<
    MessageLanguage,
    ReturnType<typeof Type.Optional<Schema>>
  >

const thresholds = {
  stops_before: Type.Integer({
    description: 'Of approaching: sent when so few stops come first.',
    minimum: 0,
    maximum: 20,
  }),
  minutes_before: Type.Integer({
    description: 'Of approaching: sent when the driver is so near in time.',
    minimum: 1,
    maximum: 240,
  }),
  minutes: Type.Integer({ description: 'Of delayed: sent when the time moved by more.', minimum: 5, maximum: 240 }),
  days_before: Type.Integer({
    description: 'Of planned: sent so many days before the day itself at most; 0 waits for the morning of the day.',
    minimum: 0,
    maximum: 14,
  }),
}

export const MessageRule = record('MessageRule', 'Whether and how one kind is sent.', {
  email: flag(),
  sms: flag(),
  templates: Type.Object(byLanguage(MessageTemplate), { description: 'Own words only; the rest is in `defaults`.' }),
  ...optionalFields(thresholds),
})
export type MessageRule = Static<typeof MessageRule>

export const MessageRuleInput = record('MessageRuleInput', 'Fields that are not sent stay.', {
  ...optionalFields({
    email: flag(),
    sms: flag(),
    templates: Type.Object(byLanguage(nullable(MessageTemplateInput)), {
      description: 'Languages and texts that are not sent stay; null goes back to ours.',
    }),
    stops_before: nullable(thresholds.stops_before),
    minutes_before: nullable(thresholds.minutes_before),
    minutes: thresholds.minutes,
    days_before: thresholds.days_before,
  }),
})

export const QuietHours = record(
  'QuietHours',
  "Nothing is sent by itself from one time of day to another, on the project's clock. Preset: 21:00 to 07:00; null is none.",
  {
    from: timeOfDay('Below 86,400; may be later than `to`, over midnight.'),
    to: timeOfDay('Below 86,400.'),
  },
)
export type QuietHours = Static<typeof QuietHours>

const rules = Object.fromEntries(messageKinds.map((kind) => [kind, MessageRule])) as Record<
  MessageKind,
  typeof MessageRule
>
const ruleInputs = Object.fromEntries(messageKinds.map((kind) => [kind, Type.Optional(MessageRuleInput)])) as Record<
  MessageKind,
  ReturnType<typeof Type.Optional<typeof MessageRuleInput>>
>

const replyTo = Type.String({ description: 'Where answers to mails go.', maxLength: 320 })
const callingCode = Type.String({
  description:
    'Read with phone numbers that have none, for SMS: +423. `country` says the same more exactly and goes first.',
  pattern: '^\\+[1-9][0-9]{0,3}$',
  maxLength: 5,
})
const phoneCountry = Type.String({
  description: 'The country that phone numbers without a calling code are of: two letters, ISO 3166-1.',
  pattern: '^[A-Z]{2}$',
  maxLength: 2,
})

export const MessageSettings = record('MessageSettings', 'What recipients of a project are told, how and when.', {
  language: language({ description: 'For recipients whose language is not known.' }),
  kinds: Type.Object(rules),
  ...optionalFields({
    quiet_hours: QuietHours,
    reply_to: replyTo,
    calling_code: callingCode,
    country: phoneCountry,
  }),
})
export type MessageSettings = Static<typeof MessageSettings>

export const MessageSettingsInput = record('MessageSettingsInput', 'Fields that are not sent stay.', {
  ...optionalFields({
    language: language(),
    quiet_hours: nullable(QuietHours),
    reply_to: nullable(replyTo),
    calling_code: nullable(callingCode),
    country: nullable(phoneCountry),
    kinds: Type.Object(ruleInputs),
  }),
})

const brandColor = Type.String({ description: 'Hex colour, #3366ff.', pattern: '^#[0-9a-fA-F]{6}$', maxLength: 7 })
const brandFont = oneOf(brandFonts, { description: 'Letters of the recipients’ page.' })
const contact = {
  name: Type.String({ description: 'What recipients know the sender by.', maxLength: 100 }),
  phone: Type.String({ description: 'Where recipients call.', maxLength: 40 }),
  email: Type.String({ description: 'Where recipients write.', maxLength: 320 }),
  website: Type.String({ description: 'https:// address.', maxLength: 500 }),
}

export const Branding = record('Branding', 'How the sender looks in mails and on the recipients’ page.', {
  ...optionalFields({
    ...contact,
    color: brandColor,
    logo_url: Type.String({ description: 'Of this service.' }),
    font: brandFont,
    font_url: Type.String({ description: 'The sender’s own font, of this service; it goes before `font`.' }),
  }),
})
export type Branding = Static<typeof Branding>

export const BrandingInput = record('BrandingInput', 'Fields that are not sent stay; null clears.', {
  ...optionalFields({
    name: nullable(contact.name),
    phone: nullable(contact.phone),
    email: nullable(contact.email),
    website: nullable(contact.website),
    color: nullable(brandColor),
    font: nullable(brandFont),
    font_file: nullable(
      Type.String({
        description: `The sender’s own font: a WOFF2 file of at most ${FONT_BYTES / 1_000} kB, as a base64 data URL.`,
        maxLength: Math.ceil((FONT_BYTES * 4) / 3) + 100,
      }),
    ),
    logo: nullable(
      Type.String({
        description: `A PNG, JPEG or WebP picture of at most ${LOGO_BYTES / 1_000} kB, as a base64 data URL.`,
        maxLength: Math.ceil((LOGO_BYTES * 4) / 3) + 100,
      }),
    ),
  }),
})

const pageFields = {
  van: oneOf(['never', 'near', 'always'], {
    description: 'When the van is on the map: near is at most van_stops before, always is from the start of the route.',
  }),
  van_stops: Type.Integer({ minimum: 0, maximum: 50 }),
  show_stops_before: flag(),
  proof: oneOf(['none', 'photos', 'photos_and_signature'], { description: 'What is shown of the report afterwards.' }),
  allow_instructions: flag('Recipients may leave a word for the driver.'),
  allow_correction: flag('Recipients may correct the place.'),
  correct_until_stops: Type.Integer({
    description: 'The place may be corrected while the driver makes at least so many stops first.',
    minimum: 1,
    maximum: 50,
  }),
  survey: flag('Recipients are asked how it was.'),
  contents: oneOf(['none', 'count', 'codes'], {
    description: 'What is told of the parcels: nothing, how many, or the codes on them as well.',
  }),
  show_driver: flag('The first name of who drives is told, on the day itself.'),
}
const contentsField = Type.String({
  description: 'Name of the custom field of stops whose text tells recipients what is delivered.',
  minLength: 1,
  maxLength: 100,
})
const nextStep = Type.String({ description: 'What happens after a failed attempt, for the recipient.', maxLength: 500 })

export const RecipientPage = record('RecipientPage', 'What the recipients’ page shows and allows.', {
  ...pageFields,
  ...optionalFields({ next_step: nextStep, contents_field: contentsField }),
})
export type RecipientPage = Static<typeof RecipientPage>

export const RecipientPageInput = record('RecipientPageInput', 'Fields that are not sent stay.', {
  ...optionalFields({ ...pageFields, next_step: nullable(nextStep), contents_field: nullable(contentsField) }),
})

const defaultTemplates = Object.fromEntries(
  messageKinds.map((kind) => [
    kind,
    Type.Object(Object.fromEntries(messageLanguages.map((name) => [name, MessageTemplate]))),
  ]),
)

export const RecipientSettings = record('RecipientSettings', 'Everything about recipients in a project.', {
  messages: MessageSettings,
  branding: Branding,
  page: RecipientPage,
  defaults: Type.Unsafe<Record<MessageKind, Record<MessageLanguage, Required<MessageTemplate>>>>(
    Type.Object(defaultTemplates, { description: 'Our words for every kind and language.' }),
  ),
  channels: Type.Object(
    { email: flag(), sms: flag('Whether an SMS gateway is set up on this installation.') },
    { description: 'What this installation can send.' },
  ),
  phone_origins: Type.Array(Type.String(), {
    description: 'Where phone numbers without a calling code may be of, likeliest first: CH, or +41.',
  }),
  updated_at: timestamp('Of the project, whose settings they are.'),
})
export type RecipientSettings = Static<typeof RecipientSettings>

export const RecipientSettingsInput = record('RecipientSettingsInput', 'What changes.', {
  ...optionalFields({ messages: MessageSettingsInput, branding: BrandingInput, page: RecipientPageInput }),
})
export type RecipientSettingsInput = Static<typeof RecipientSettingsInput>

export const MessagePreviewInput = record('MessagePreviewInput', 'Which message to show.', {
  kind: kind(),
  ...optionalFields({
    language: language(),
    template: MessageTemplate,
    branding: Type.Object(optionalFields({ name: contact.name, color: brandColor })),
  }),
})
export type MessagePreviewInput = Static<typeof MessagePreviewInput>

export const MessagePreview = record('MessagePreview', 'The message as a recipient would get it, with sample data.', {
  subject: Type.String(),
  text: Type.String({ description: 'The mail as plain text.' }),
  html: Type.String({
    description: 'The mail as a whole document; pictures are data URLs. Show it in a sandboxed frame.',
  }),
  sms: Type.String(),
  sms_parts: Type.Integer({ description: 'Messages that the SMS is charged as.' }),
})
export type MessagePreview = Static<typeof MessagePreview>

export const Message = record('Message', 'A message to a recipient, and what became of it.', {
  id: id(),
  project_id: id(),
  stop_id: id(),
  kind: kind(),
  channel: channel(),
  status: oneOf(messageStatuses),
  to: Type.String({ description: 'Address or number.' }),
  language: language(),
  attempts: count('Attempts to send it.'),
  created_at: timestamp(),
  updated_at: timestamp(),
  ...optionalFields({
    plan_id: id(),
    route_id: id(),
    stop_label: label(),
    reason_code: oneOf(messageReasons),
    reason: text('Why it failed or was not sent, in English, with what the mail server or gateway said.'),
    sent_at: timestamp(),
    next_attempt_at: timestamp('Of what still waits.'),
    subject: Type.String(),
    text: Type.String({ description: 'As sent, without the handover code.' }),
  }),
})
export type Message = Static<typeof Message>

export const MessageOrder = record('MessageOrder', 'A message to be sent by hand.', {
  kind: kind(),
  channels: Type.Optional(Type.Array(channel(), { minItems: 1, maxItems: 2 })),
})
export type MessageOrder = Static<typeof MessageOrder>

export const UnreachableStop = record('UnreachableStop', 'A pending stop whose recipient no message reaches.', {
  stop_id: id(),
  why: oneOf(['no_contact', 'unusable', 'country_unknown', 'unsubscribed', 'failed'], {
    description:
      'There is no contact for the channels of the project; it can be none; nobody says of which country the number is; ' +
      'the recipient wants no messages; or a message failed.',
  }),
  ...optionalFields({
    route_id: id(),
    stop_label: label(),
    contact: text('What is written there, or where the message that failed went.'),
  }),
})
export type UnreachableStop = Static<typeof UnreachableStop>

const DispatchedDriver = record('DispatchedDriver', 'Who gets the link to a route, at once.', {
  route_id: id(),
  way: oneOf(['email', 'sms', 'none'], { description: 'By which way; none: there is no address.' }),
  ...optionalFields({ driver_label: label(), to: text('Address or number.') }),
})

const ForeseenMessages = record('ForeseenMessages', 'How many recipients will be told something, and when.', {
  kind: kind(),
  email: count('Recipients who get a mail.'),
  sms: count('Recipients who get an SMS.'),
  ...optionalFields({ at: timestamp('When it goes out. Without it: when the driver starts, gets near, or is done.') }),
})

const MessageSample = record('MessageSample', 'The first of these messages as its recipient will get it.', {
  stop_id: id(),
  kind: kind(),
  channel: channel(),
  subject: Type.String(),
  html: Type.String({ description: 'The mail as a whole document. Show it in a sandboxed frame.' }),
  sms: Type.String(),
  ...optionalFields({ stop_label: label() }),
})

export const DispatchPreview = record(
  'DispatchPreview',
  'Who hears what, and when, if these routes are dispatched now.',
  {
    drivers: Type.Array(DispatchedDriver),
    recipients: Type.Array(ForeseenMessages),
    unreachable: Type.Array(UnreachableStop),
    ...optionalFields({ sample: MessageSample }),
  },
)
export type DispatchPreview = Static<typeof DispatchPreview>

export const DispatchPreviewRequest = record('DispatchPreviewRequest', 'The routes that would be dispatched.', {
  route_ids: Type.Array(id(), { minItems: 1, maxItems: 1_000, uniqueItems: true }),
})

export const messageLogFilters = {
  stop_id: Type.Optional(id()),
  plan_id: Type.Optional(id()),
  kind: Type.Optional(kind()),
  channel: Type.Optional(channel()),
  status: Type.Optional(oneOf(messageStatuses)),
}
