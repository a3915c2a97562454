// Everything that is known of a recipient, as one ZIP of JSON files and pictures.
import { Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'
import { clientTable } from '../../data/client-table.ts'
import { listNotesOfStops } from '../../data/driver-calls.sql.ts'
import { driverNoteTable } from '../../data/driver-tables.ts'
import { type MessageRow, messageTable } from '../../data/message-tables.ts'
import { listIds, recordMaker } from '../../data/records.ts'
import { recurringOrderTable } from '../../data/recurring-tables.ts'
import { listImages } from '../../data/reports.sql.ts'
import { routeMessageTable } from '../../data/route-message-table.ts'
import { listMessagesOfStops } from '../../data/route-messages.sql.ts'
import { listStopRowsEvenDeleted } from '../../data/stops.sql.ts'
import { findConflictsOfStops } from '../../field/reports/report-conflicts.ts'
import { versionRecords } from '../../field/reports/report-versions.ts'
import { readPicture } from '../../field/reports/reports.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import { stopRecords } from '../../planning/stops/stops.ts'
import { stopParts } from './parts.sql.ts'
import { listKeys } from './privacy.sql.ts'
import { type Found, remains } from './recipient.ts'

const clientRecord = recordMaker(clientTable)
const orderRecord = recordMaker(recurringOrderTable)
const messageRecord = recordMaker(messageTable)
const noteRecord = recordMaker(driverNoteTable)
const routeMessageRecord = recordMaker(routeMessageTable)

/** A file of the archive. */
interface Entry {
  name: string
  bytes: Uint8Array
}

/** The archive, written while its pictures are read one after the other. */
export function getArchive(services: Services, scope: Scope, found: Found): Readable {
  return Readable.from(zipped(getEntries(services, scope, found)))
}

async function* getEntries(services: Services, scope: Scope, found: Found): AsyncGenerator<Entry> {
  yield { name: 'READ-ME.txt', bytes: Buffer.from(readMe(scope.now)) }
  const files = {
    'stops.json': await stopRecords(scope, await listStopRowsEvenDeleted(scope, listIds(found.stops))),
    'reports-that-contradict.json': await findConflictsOfStops(scope, listIds(found.stops)),
    'earlier-versions-of-reports.json': await versionRecords(scope, listIds(found.stops)),
    'address-book.json': found.clients.map(clientRecord),
    'recurring-orders.json': found.orders.map(orderRecord),
    'messages.json': found.messages.map(toldMessage),
    'notes-of-drivers.json': (await listNotesOfStops(scope, listIds(found.stops))).map(noteRecord),
    'messages-with-drivers.json': (await listMessagesOfStops(scope, listIds(found.stops))).map(routeMessageRecord),
    'webhooks.json': found.told,
    'audit.json': found.auditEntries,
    'outbox.json': [...found.keptMails, ...found.sandboxMessages],
  }
  for (const [name, records] of Object.entries(files)) {
    yield { name, bytes: Buffer.from(`${JSON.stringify(records, null, 2)}\n`) }
  }
  yield* getPictures(services, scope, found)
}

function toldMessage(message: object) {
  const row = message as MessageRow
  return { ...messageRecord(row), to: row.recipient, text: row.body }
}

async function* getPictures(services: Services, scope: Scope, found: Found): AsyncGenerator<Entry> {
  const within = { stopIds: listIds(found.stops) }
  const ids = await listKeys(scope, stopParts.photos, within, Number.MAX_SAFE_INTEGER)
  for (const { id, stop_id, storage_key } of await listImages(scope, ids)) {
    const bytes = await readPicture(services.storage, { storage_key }, 'large')
    if (bytes) yield { name: `pictures/${stop_id}/${id}${/\.\w+$/.exec(storage_key ?? '')?.[0] ?? ''}`, bytes }
  }
}

function readMe(now: Date): string {
  return [
    `What this service knew of one recipient at ${now.toISOString()}.`,
    '',
    'stops.json             orders with their tasks, parcels, reports and the answer of the recipient',
    'reports-that-contradict.json  reports of drivers that do not count',
    'address-book.json      entries of the address book',
    'recurring-orders.json  orders that repeat',
    'messages.json          mails and SMS of the log',
    'outbox.json            mails and SMS that nothing sent',
    'notes-of-drivers.json  what drivers noted on the way',
    'messages-with-drivers.json  what dispatchers and drivers wrote to each other about these orders',
    'webhooks.json          what other programs were told, or are to be told',
    'audit.json             who changed what in the address book',
    'pictures/              photos and signatures, by stop',
    '',
    'Not in here:',
    ...remains.map(({ text }) => `- ${text}`),
    '',
  ].join('\n')
}

/** Packs the entries into one ZIP, without compression, as pictures are compressed already. */
async function* zipped(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for await (const { name, bytes } of entries) {
    const file = new ZipPassThrough(name)
    zip.add(file)
    file.push(bytes, true)
    yield* pieces.splice(0)
  }
  zip.end()
  yield* pieces.splice(0)
}
