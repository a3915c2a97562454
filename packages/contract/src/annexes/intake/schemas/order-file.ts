// Order files that the service fetches itself: from a server over SFTP, or from a mailbox over IMAP.
import Type, { type Static } from 'typebox'
import { encodings } from '../../../encodings.ts'
import { nullable, oneOf, optionalFields, record } from '../../../schema.ts'
import { count, flag, id, text, timestamp } from '../../../schemas/fields.ts'

export const fetchWays = ['sftp', 'mail'] as const
export type FetchWay = (typeof fetchWays)[number]

/** Limits of one fetch from a source: number of files, and size of each. */
export const fetchLimits = { files: 50, bytes: 5 * 1_048_576, senders: 50 } as const

const folder = (description: string) =>
  Type.String({ description, minLength: 1, maxLength: 500, pattern: '^[^\\r\\n]+$' })

const asked = {
  way: oneOf(fetchWays, { description: 'From a folder of a server over SFTP, or from a mailbox over IMAP.' }),
  host: Type.String({
    description: 'Name or address of the server, without a port: sftp.example.com.',
    minLength: 1,
    maxLength: 253,
    pattern: '^[A-Za-z0-9._:-]+$',
  }),
  user: Type.String({ description: 'Who signs in there.', minLength: 1, maxLength: 200, pattern: '^[^\\r\\n]+$' }),
}

const furtherAsked = {
  pattern: Type.String({
    description:
      'Which files, by their name: * stands for any characters, ? for one. All of them when missing; .csv and .xlsx only.',
    minLength: 1,
    maxLength: 100,
  }),
  senders: Type.Array(Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@"]+@[^\\s@"]+$' }), {
    description: 'Mail only, and needed there: addresses whose mails are read. All others stay untouched.',
    minItems: 1,
    maxItems: fetchLimits.senders,
  }),
  move_to: folder('Folder that files, or their mails, are moved to once they were taken. They stay when missing.'),
}

const port = Type.Integer({
  description: '22 for SFTP and 993 for mail unless said otherwise.',
  minimum: 1,
  maximum: 65_535,
})
const everyMinutes = Type.Integer({
  description: 'How often is looked; 15 unless said otherwise.',
  minimum: 5,
  maximum: 1_440,
})
const fetchFolder = folder('Where the files lie: . (where the user begins) or INBOX unless said otherwise.')
const hostKey = Type.String({
  description:
    'SFTP: fingerprint of the key that the server showed when it was first met, as ssh-keygen -l prints it. A server with another one is not spoken to.',
  pattern: '^SHA256:[A-Za-z0-9+/]{43}$',
})

export const OrderFetching = record('OrderFetching', 'Where files of orders are fetched, and how often.', {
  ...asked,
  port,
  folder: fetchFolder,
  every_minutes: everyMinutes,
  ...optionalFields({ ...furtherAsked, host_key: hostKey }),
})
export type OrderFetching = Static<typeof OrderFetching>

const secret = (description: string, maxLength: number) =>
  Type.Optional(Type.String({ description, minLength: 1, maxLength }))

export const OrderFetchingInput = record(
  'OrderFetchingInput',
  'Where files of orders are fetched; it replaces what was said before. Secrets are encrypted and never shown; left out, those before are kept for the same server and user.',
  {
    ...asked,
    ...optionalFields({ port, folder: fetchFolder, every_minutes: everyMinutes, ...furtherAsked }),
    host_key: Type.Optional(nullable(hostKey)),
    password: secret('Of the user. For mail often one that is made for programs.', 1_000),
    ssh_key: secret('SFTP: a private key in the format of OpenSSH or PEM, instead of a password.', 16_384),
    passphrase: secret('Of the private key, where it has one.', 1_000),
  },
)
export type OrderFetchingInput = Static<typeof OrderFetchingInput>

export const FoundOrderFile = record('FoundOrderFile', 'A file that lies there, and what would come of it.', {
  name: Type.String(),
  size: count('Bytes.'),
  is_known: flag('Whether it was taken or refused before; nothing happens then.'),
  ...optionalFields({
    sender: Type.String({ description: 'Who mailed it.' }),
    rows: count('Orders in it. Of the first files only.'),
    encoding: oneOf(encodings, { description: 'As what its letters are read. Of the first text files only.' }),
    problem: text('Why it would be refused, or what the mapping cannot read in its rows.'),
  }),
})
export type FoundOrderFile = Static<typeof FoundOrderFile>

export const OrderFetchingTrial = record('OrderFetchingTrial', 'What a round would find; nothing is taken or moved.', {
  ok: flag(),
  detail: text('What was found, or what went wrong.'),
  files: Type.Array(FoundOrderFile, { maxItems: fetchLimits.files }),
  ...optionalFields({ host_key: hostKey }),
})
export type OrderFetchingTrial = Static<typeof OrderFetchingTrial>

export const orderFileResults = ['taken', 'refused'] as const

export const OrderFile = record('OrderFile', 'A file that was fetched and what came of it.', {
  id: id(),
  created_at: timestamp(),
  name: Type.String(),
  size: count('Bytes.'),
  result: oneOf(orderFileResults, { description: 'taken: its rows stand among the messages; refused: see detail.' }),
  ...optionalFields({
    rows: count('Orders in it.'),
    sender: Type.String({ description: 'Who mailed it.' }),
    detail: text('Why it was refused.'),
  }),
})
export type OrderFile = Static<typeof OrderFile>
