// Data rights: retention periods of personal data, and the data of one recipient.
import Type, { type Static } from 'typebox'
import { clearableFields, oneOf, optionalFields, record } from '../../../schema.ts'
import { id, timestamp } from '../../../schemas/fields.ts'

/** Kinds of data with a retention period; the rest of a plan stays as figures without people. */
export const retentionKinds = ['positions', 'photos', 'reports', 'personal', 'logs', 'events', 'audit'] as const
export type RetentionKind = (typeof retentionKinds)[number]

const mostDays = 3_650
/** An audit trail is useless when it is deleted before anybody looks for it. */
export const fewestAuditDays = 90

const days = (description: string, minimum = 1) => Type.Integer({ minimum, maximum: mostDays, description })

const retentionDays = {
  positions: days('Days after the plan’s day: where drivers drove.'),
  photos: days('Days after the plan’s day: photos and signatures of reports, photos of messages with drivers.'),
  reports: days(
    'Days after the plan’s day: what reports, notes of drivers, messages with drivers and answers of recipients say in words.',
  ),
  personal: days(
    'Days after the plan’s day: names, addresses, contacts and free texts of stops; of address book, recurring orders and drivers, once deleted.',
  ),
  logs: days('Days: messages to recipients and attempts of webhooks.'),
  events: days('Days: events that webhooks are told, waiting ones too.'),
  audit: days('Days: the audit log.', fewestAuditDays),
}

export const Retention = record(
  'Retention',
  'After how many days what goes; a kind without a number has no end of its own.',
  {
    ...optionalFields(retentionDays),
    updated_at: timestamp('When the organization was last changed.'),
  },
)
export type Retention = Static<typeof Retention>

export const RetentionInput = Type.Object(clearableFields(retentionDays), {
  title: 'RetentionInput',
  description: 'After how many days what goes; null lets a kind stay.',
})
export type RetentionInput = Static<typeof RetentionInput>

export const RetentionPreview = record('RetentionPreview', 'What the next night would remove by these settings.', {
  kinds: Type.Array(
    Type.Object({
      kind: oneOf(retentionKinds),
      before: timestamp('What is older goes.'),
      records: Type.Integer({ description: 'Records that go or lose what they say of people.' }),
    }),
  ),
})
export type RetentionPreview = Static<typeof RetentionPreview>

const longestText = 300
const criteria = {
  client_id: id('An entry of the address book.'),
  phone: Type.String({ minLength: 6, maxLength: 40, description: 'Compared by its last nine digits.' }),
  email: Type.String({ minLength: 3, maxLength: 254, description: 'Upper and lower case are alike.' }),
  name: Type.String({
    minLength: 2,
    maxLength: longestText,
    description: 'Goes with address: neither finds anybody alone.',
  }),
  address: Type.String({
    minLength: 3,
    maxLength: longestText,
    description: 'A part of the address, as street and number.',
  }),
}

export const RecipientInput = Type.Object(optionalFields(criteria), {
  title: 'RecipientInput',
  description:
    'Who is meant: everything is found that fits the entry, the phone, the e-mail address, or name and address together.',
})
export type RecipientInput = Static<typeof RecipientInput>

const count = (description: string) => Type.Integer({ description })

export const RecipientCounts = Type.Object(
  {
    stops: count('Orders, deleted ones too.'),
    clients: count('Entries of the address book.'),
    recurring_orders: count('Orders that repeat.'),
    tasks: count('Tasks with words.'),
    packages: count('Parcels with a number.'),
    reports: count('Reports that say something.'),
    photos: count('Photos and signatures.'),
    surveys: count('Answers with a comment.'),
    notes: count('Notes of drivers on these stops.'),
    route_messages: count('Messages between dispatchers and drivers about these stops.'),
    messages: count('Mails and SMS of the log.'),
    kept_mails: count('Mails and SMS in the outbox.'),
    events: count('Events and deliveries of webhooks, attempts too.'),
    audit_entries: count('Entries of the audit log that hold fields of address book or recurring orders.'),
  },
  { title: 'RecipientCounts', description: 'How much is known.' },
)

/** Places that erasure by this service does not reach. */
export const recipientRemains = ['backups', 'receivers', 'providers', 'devices', 'refusals'] as const

export const RecipientData = record('RecipientData', 'What is known of a recipient, before it is exported or erased.', {
  fingerprint: Type.String({ description: 'Of the records that were found; an erasure names it.' }),
  counts: RecipientCounts,
  open_stops: Type.Integer({ description: 'Orders that are not done; while there are any, nothing is erased.' }),
  examples: Type.Array(
    Type.Object({
      id: id(),
      type: oneOf(['stop', 'client', 'recurring_order']),
      ...optionalFields({
        label: Type.String(),
        name: Type.String(),
        address: Type.String(),
        date: timestamp('The day of the plan.'),
        status: Type.String(),
      }),
    }),
    { description: 'The newest twenty, for people to see whether it is the right person.' },
  ),
  remains: Type.Array(
    Type.Object({
      code: oneOf(recipientRemains),
      text: Type.String({ description: 'What it is, and what to do about it.' }),
    }),
  ),
})
export type RecipientData = Static<typeof RecipientData>

export const RecipientErasure = Type.Object(
  { ...optionalFields(criteria), fingerprint: Type.String({ minLength: 8, maxLength: 64 }) },
  { title: 'RecipientErasure', description: 'Who is meant, and what was seen of it.' },
)
export type RecipientErasure = Static<typeof RecipientErasure>

export const RecipientErased = record('RecipientErased', 'What was erased.', {
  erased_at: timestamp(),
  counts: RecipientCounts,
  remains: RecipientData.properties.remains,
})
export type RecipientErased = Static<typeof RecipientErased>
