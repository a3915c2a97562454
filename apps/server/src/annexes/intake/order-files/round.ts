// One round of a source: what lies there is listed, what is new is read and kept, what was taken is put away.
import { type FoundOrderFile, fetchLimits } from '@routewright/contract'
import type { Setting } from '@routewright/reading'
import { getOrganization } from '../../../accounts/organizations/organizations.ts'
import { getProject } from '../../../accounts/projects/projects.ts'
import {
  type DueSource,
  insertOrderFile,
  listOrderFilesByPrint,
  markSeenFiles,
  noteFetching,
} from '../../../data/order-files.sql.ts'
import type { OrderSourceRow } from '../../../data/order-source-tables.ts'
import { findSourceRow } from '../../../data/order-sources.sql.ts'
import { ApiError } from '../../../frame/platform/api-error.ts'
import { createId } from '../../../frame/platform/ids.ts'
import { readingScope, type Services, systemCaller, transactAs } from '../../../frame/platform/services.ts'
import { mayTargetPrivate } from '../../../frame/platform/trial.ts'
import { findEncoding, getSetting, type IncomingOrder, keepMessages, mapOrder, type ReadTables } from '../intake.ts'
import { type Collection, FetchProblem, type FoundFile, findTableKind, getProblem, StillWritten } from './collection.ts'
import { openMailbox } from './mailbox.ts'
import { getSecret } from './order-files.ts'
import { openSftp } from './sftp.ts'

/** All that a round does together; what is left is done by the next one. */
const roundSeconds = 180
/** New files that a trial looks into. */
const lookedInto = 3

/** Opens what the source fetches from, for the work; closed when that is done, takes too long, or `ending` says so. */
async function withCollection<T>(
  services: Services,
  source: OrderSourceRow,
  ending: AbortSignal,
  work: (collection: Collection) => Promise<T>,
): Promise<T> {
  const fetching = source.fetching!
  const late = AbortSignal.timeout(roundSeconds * 1_000)
  const allowPrivate = mayTargetPrivate(services, source.organization_id)
  const open = fetching.way === 'sftp' ? openSftp : openMailbox
  const collection = (await open(fetching, getSecret(services.secrets, source), allowPrivate)) as Collection
  const end = () => collection.close()
  const signals = [late, ending]
  for (const signal of signals) signal.addEventListener('abort', end)
  try {
    return await work(collection)
  } catch (error) {
    if (late.aborted) throw new FetchProblem(`The server ${fetching.host} took longer than ${roundSeconds} seconds`)
    throw error
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', end)
    end()
  }
}

/** Never throws for what the other side does: that stands at the source, and the next round tries again. */
export async function fetchSource(
  services: Services,
  readTables: ReadTables,
  { id, organization_id }: DueSource,
  ending: AbortSignal,
): Promise<void> {
  const caller = systemCaller(organization_id)
  const reading = readingScope(services, caller)
  const source = await findSourceRow(reading, id)
  if (!source?.fetching) return
  const note = (values: Parameters<typeof noteFetching>[2]) =>
    transactAs(services, caller, (scope) => noteFetching(scope, id, { fetched_at: scope.now, ...values }))
  try {
    if ((await getOrganization(reading)).is_sandbox)
      throw new FetchProblem('Not fetched: the organization is a sandbox')
    const round = (collection: Collection) => takeNew(services, readTables, source, collection)
    const { hasMore, hostKey } = await withCollection(services, source, ending, round)
    const fetching = hostKey && !source.fetching.host_key ? { ...source.fetching, host_key: hostKey } : undefined
    await note({
      fetch_problem: null,
      ...(fetching ? { fetching: fetching as never } : {}),
      ...(hasMore ? { fetch_at: services.clock.now() } : {}),
    })
  } catch (error) {
    // Our own end is no failure of the server.
    if (ending.aborted) return
    if (!(error instanceof FetchProblem)) services.log.error({ err: error, source: id }, 'files could not be fetched')
    await note({ fetch_problem: getProblem(error, source.fetching.host).message.slice(0, 1_000) })
  }
}

async function takeNew(services: Services, readTables: ReadTables, source: OrderSourceRow, collection: Collection) {
  const caller = systemCaller(source.organization_id)
  const files = await collection.list()
  const prints = files.map(({ print }) => print)
  const known = await transactAs(services, caller, (scope) => markSeenFiles(scope, source.id, prints))
  const fresh = files.filter(({ print }) => !known.has(print))
  for (const file of fresh.slice(0, fetchLimits.files)) {
    const result = await takeFile(services, readTables, source, collection, file)
    if (result) known.set(file.print, result)
  }
  // Also puts files away that an earlier, interrupted round did not. Refused files stay where people see them.
  await collection.putAway(files.filter(({ print }) => known.get(print) === 'taken'))
  return { hasMore: fresh.length > fetchLimits.files, hostKey: collection.hostKey }
}

/** The file and its rows are kept in one transaction, so each is taken once. Undefined where it is left for a later round. */
async function takeFile(
  services: Services,
  readTables: ReadTables,
  source: OrderSourceRow,
  collection: Collection,
  file: FoundFile,
): Promise<'taken' | 'refused' | undefined> {
  const project = await getProject(readingScope(services, systemCaller(source.organization_id)), source.project_id)
  const read = await readOrderFile(readTables, { source, setting: getSetting(project) }, collection, file)
  if (!read) return undefined
  const { rows, problem } = read
  const result = problem === undefined ? 'taken' : 'refused'
  const { name, size, print, sender = null } = file
  await transactAs(services, systemCaller(source.organization_id), async (scope) => {
    const isNew = await insertOrderFile(scope, {
      id: createId(scope.now),
      source_id: source.id,
      created_at: scope.now,
      seen_at: scope.now,
      print,
      size,
      sender,
      result,
      name: name.slice(0, 500),
      detail: problem?.slice(0, 1_000) ?? null,
      rows: problem === undefined ? rows.length : null,
    })
    if (isNew && problem === undefined) await keepMessages(scope, source, rows)
  })
  return result
}

/** Its rows, or why it is refused; undefined while somebody writes it. Throws where the connection fails. */
export async function readOrderFile(
  readTables: ReadTables,
  { source: { mapping }, setting }: { source: Pick<OrderSourceRow, 'mapping'>; setting: Setting },
  collection: Collection,
  file: FoundFile,
): Promise<{ rows: IncomingOrder[]; problem: string | undefined } | undefined> {
  const tooLarge = { rows: [], problem: `The file is larger than ${fetchLimits.bytes} bytes` }
  if (file.size > fetchLimits.bytes) return tooLarge
  try {
    const bytes = await collection.read(file, fetchLimits.bytes)
    if (bytes.length > fetchLimits.bytes) return tooLarge
    const orders = await readTables(findTableKind(file.name)!, bytes, { mapping, setting })
    const told = { 'x-file-name': file.name.slice(0, 500) }
    return { rows: orders.map(({ body, headers }) => ({ body, headers: { ...told, ...headers } })), problem: undefined }
  } catch (error) {
    if (error instanceof StillWritten) return undefined
    if (error instanceof ApiError && error.status < 500)
      return { rows: [], problem: `The file ${error.details.reason}` }
    throw error
  }
}

/** Returns what a round would find; takes, moves and stores nothing. */
export async function tryFetching(
  services: Services,
  readTables: ReadTables,
  source: OrderSourceRow,
  setting: Setting,
) {
  const reading = readingScope(services, systemCaller(source.organization_id))
  const look = async (collection: Collection) => {
    const files = await collection.list()
    const shown = files.slice(-fetchLimits.files)
    const prints = shown.map(({ print }) => print)
    const known = new Set((await listOrderFilesByPrint(reading, source.id, prints)).map(({ print }) => print))
    const fresh = shown.filter(({ print }) => !known.has(print)).slice(0, lookedInto)
    const found = []
    for (const file of shown) {
      const { name, size, sender, print } = file
      const inside = fresh.includes(file) ? await lookInto(readTables, { source, setting }, collection, file) : {}
      found.push({ name, size, is_known: known.has(print), ...(sender ? { sender } : {}), ...inside })
    }
    const { hostKey } = collection
    const count = files.length - known.size
    return {
      ok: true,
      detail: `${files.length} files lie there, ${count} of them new`,
      files: found.reverse(),
      ...(hostKey ? { host_key: hostKey } : {}),
    }
  }
  try {
    if ((await getOrganization(reading)).is_sandbox)
      throw new FetchProblem('Not fetched: the organization is a sandbox')
    return await withCollection(services, source, new AbortController().signal, look)
  } catch (error) {
    if (!(error instanceof FetchProblem))
      services.log.error({ err: error, source: source.id }, 'files could not be tried')
    return { ok: false, detail: getProblem(error, source.fetching!.host).message.slice(0, 1_000), files: [] }
  }
}

/** How many orders are in it, as what its letters are read, and what is wrong with the file or with the first row that the mapping cannot read. */
async function lookInto(
  readTables: ReadTables,
  owner: { source: OrderSourceRow; setting: Setting },
  collection: Collection,
  file: FoundFile,
): Promise<Pick<FoundOrderFile, 'rows' | 'encoding' | 'problem'>> {
  const read = await readOrderFile(readTables, owner, collection, file)
  if (!read) return { problem: 'Somebody writes it just now' }
  if (read.problem !== undefined) return { problem: read.problem }
  const encoding = findEncoding(read.rows[0]?.headers ?? {})
  const found = { rows: read.rows.length, ...(encoding && { encoding }) }
  for (const [at, message] of read.rows.entries()) {
    const [first] = mapOrder(owner.source.mapping, message, owner.setting).problems
    if (first) return { ...found, problem: `Order ${at + 1}: ${first.field} ${first.reason}` }
  }
  return found
}
