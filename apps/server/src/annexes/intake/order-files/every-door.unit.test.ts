// The same table gives the same stops by every door: sent to an order source, fetched by it over SFTP or from a mailbox, or brought by the import wizard.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OrderFetching, StopInput } from '@routewright/contract'
import { getTable, programs } from '@routewright/reading/test/programs'
import { readFile, liechtenstein as setting } from '@routewright/reading/test/read-file'
import { listSharedInputs } from '@routewright/reading/test/shared-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ImapServer, startImapServer } from '../../../../test/imap-server.ts'
import { type SftpServer, startSftpServer } from '../../../../test/sftp-server.ts'
import { createTableReader, type IncomingOrder, mapOrder } from '../intake.ts'
import { getPreset } from '../presets/presets.ts'
import { type Collection, type FoundFile, findTableKind } from './collection.ts'
import { openMailbox } from './mailbox.ts'
import { readOrderFile } from './round.ts'
import { openSftp } from './sftp.ts'

const { mapping } = getPreset('custom')
const readTables = createTableReader()

/** Around midnight where the project works: the day is the project's, whatever the zone of the cell. */
const momentsWithZones = `Name,Address,Delivery date
a,"Städtle 32, Vaduz",2026-12-24T23:30:00Z
b,"Städtle 33, Vaduz",2026-12-24 20:30:00 -0500
c,"Städtle 34, Vaduz",2026-12-24 23:30:00
d,"Städtle 35, Vaduz",1798155000
`

const inputs = [
  ...programs.map((program) => ({ name: `${program.name}.csv`, bytes: Buffer.from(getTable(program)) })),
  { name: 'moments with zones.csv', bytes: Buffer.from(momentsWithZones) },
  ...['tables', 'intake'].flatMap((folder) =>
    listSharedInputs(folder)
      .filter(({ name }) => !/^(?:headings|windows)\.csv$/.test(name))
      .map(({ name, bytes }) => ({ name: `${folder} ${name}`, bytes })),
  ),
]

const root = mkdtempSync(join(tmpdir(), 'routewright-doors-'))
const account = { user: 'orders', password: 'of the folder' }
const sender = 'shop@example.test'
let [sftp, imap]: [SftpServer, ImapServer] | [] = []
const fetched: { way: OrderFetching['way']; collection: Collection; files: FoundFile[] }[] = []

beforeAll(async () => {
  ;[sftp, imap] = [await startSftpServer(root, account), await startImapServer()]
  for (const { name, bytes } of inputs) writeFileSync(join(root, name), bytes)
  for (const { name, bytes } of inputs) imap.deliver({ from: sender, id: name, files: { [name]: bytes } })
  const common = { host: '127.0.0.1', every_minutes: 15 }
  const folder: OrderFetching = { ...common, way: 'sftp', port: sftp.port, user: account.user, folder: '.' }
  const { port, user } = imap
  const mailbox: OrderFetching = { ...common, way: 'mail', port, user, folder: 'INBOX', senders: [sender] }
  const opened = [await openSftp(folder, account, true), await openMailbox(mailbox, imap, true)]
  for (const [at, { way }] of [folder, mailbox].entries()) {
    const collection = opened[at] as Collection
    fetched.push({ way, collection, files: await collection.list() })
  }
})
afterAll(async () => {
  for (const { collection } of fetched) collection.close()
  await sftp?.stop()
  await imap?.stop()
  rmSync(root, { recursive: true })
})

/** Fields of a stop that all imports fill in: no location, as some look it up earlier and others later. */
function comparable({ location: _, ...stop }: StopInput) {
  return Object.fromEntries(
    Object.entries(stop).filter(([, value]) => value !== null && JSON.stringify(value) !== '[]'),
  )
}

function listStops(orders: readonly IncomingOrder[]) {
  return orders.map((message) => {
    const { stop, address, day } = mapOrder(mapping, message, setting)
    const { lat, lng, label } = stop.location ?? {}
    return { ...comparable(stop), address: address ?? label ?? '', lat, lng, day }
  })
}

async function byWizard(bytes: Uint8Array) {
  const { rows } = await readFile(bytes)
  return rows.map(({ stop, address, hasCoordinates, past }) => {
    const { lat, lng } = hasCoordinates ? stop.location! : {}
    return { ...comparable(stop), address, lat, lng, day: past.date }
  })
}

test.each(inputs)('$name', async ({ name, bytes }) => {
  const expected = await byWizard(bytes)
  expect(listStops(await readTables(findTableKind(name)!, bytes, { mapping, setting })), 'sent').toEqual(expected)
  for (const { way, collection, files } of fetched) {
    const file = files.find((found) => found.name === name)!
    const read = await readOrderFile(readTables, { source: { mapping }, setting }, collection, file)
    expect(read?.problem, way).toBeUndefined()
    expect(listStops(read!.rows), way).toEqual(expected)
  }
})

test('a moment with a zone is on the day of the project by every door, one without where it is written', async () => {
  const stops = await byWizard(Buffer.from(momentsWithZones))
  expect(stops.map(({ day }) => day)).toEqual(['2026-12-25', '2026-12-25', '2026-12-24', '2026-12-25'])
})

test('each of the ways found all files', () => {
  const names = inputs.map(({ name }) => name).sort()
  expect(names.length).toBeGreaterThanOrEqual(programs.length)
  for (const { files } of fetched) expect(files.map(({ name }) => name).sort()).toEqual(names)
})
