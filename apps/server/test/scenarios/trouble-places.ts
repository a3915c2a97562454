// Where each kind of trouble happens: the nodes, the database and what lies between, opened, troubled and taken away again.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmptyPostgres } from '../template.ts'
import { startService } from './service-process.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { runTroubles, type Trouble, type TroubleOptions, type TroubleResult } from './trouble-run.ts'
import {
  fillings,
  mountSmallDisk,
  networkCut,
  networkStalled,
  networkTroubles,
  openOwnPostgres,
  restarts,
  sessionsEnded,
  wrongClock,
} from './troubles.ts'

export type TroubleKind = 'restarts' | 'network' | 'disk' | 'disk-postgres' | 'clock'
export type TroubleSettings = Pick<TroubleOptions, 'seed' | 'say'> & { count: number; seconds: number }

/** A run, or why there can be none on this machine. */
export type TroubleOutcome = TroubleResult | { why: string }

/** Runs this many troubles of a kind; `seconds` is how long a stalled network and a full disk last. */
export function causeTroubles(kind: TroubleKind, settings: TroubleSettings): Promise<TroubleOutcome> {
  const kinds = {
    restarts: restartDatabase,
    network: breakNetwork,
    disk: fillDisk,
    'disk-postgres': fillDiskOfPostgres,
    clock: runWithWrongClock,
  }
  return kinds[kind](settings)
}

async function restartDatabase({ count, ...settings }: TroubleSettings): Promise<TroubleOutcome> {
  const database = await openOwnPostgres()
  try {
    return await onPostgres(database.url, { ...settings, troubles: restarts(database, count) })
  } finally {
    database.stop()
  }
}

function breakNetwork({ count, seconds, ...settings }: TroubleSettings): Promise<TroubleOutcome> {
  return behindProxy((proxy, behind) =>
    onPostgres(behind, { ...settings, troubles: networkTroubles(proxy, count, seconds) }),
  )
}

/** A mixture of all kinds, for the tests: two nodes, one with a clock an hour slow, whose sessions and network are cut and stalled. */
export function causeAll(settings: Pick<TroubleOptions, 'seed'>): Promise<TroubleResult> {
  return behindProxy((proxy, behind, direct) => {
    const troubles = [sessionsEnded(direct), networkCut(proxy), networkStalled(proxy, 1)]
    const { others } = wrongClock(-1)
    return onPostgres(behind, { ...settings, troubles, nodes: 2 }, (number) => (number === 1 ? others : {}))
  })
}

/** Creates a database, with its address through the proxy and its own. */
async function behindProxy<T>(work: (proxy: TcpProxy, behind: string, direct: string) => Promise<T>): Promise<T> {
  const database = await createEmptyPostgres()
  const url = new URL(database.databaseUrl)
  const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port || 5432) })
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  try {
    return await work(proxy, url.href, database.databaseUrl)
  } finally {
    await proxy.close()
    await database.drop()
  }
}

/** The embedded database, its files and everything else of the data folder on a disk that fills up. */
async function fillDisk({ count, seconds, ...settings }: TroubleSettings): Promise<TroubleOutcome> {
  return withFolder(async (dataDirectory) => {
    const disk = mountSmallDisk(dataDirectory, 250)
    if ('why' in disk) return disk
    try {
      const startNode = () => startService({ dataDirectory })
      return await runTroubles({ ...settings, startNode, mayEnd: true, troubles: fillings(disk, count, seconds) })
    } finally {
      disk.unmount()
    }
  })
}

async function fillDiskOfPostgres({ count, seconds, ...settings }: TroubleSettings): Promise<TroubleOutcome> {
  return withFolder(async (folder) => {
    const disk = mountSmallDisk(folder, 400)
    if ('why' in disk) return disk
    try {
      const database = await openOwnPostgres(folder)
      const troubles = fillings(disk, count, seconds, () => database.revive())
      try {
        return await onPostgres(database.url, { ...settings, troubles })
      } finally {
        database.stop()
      }
    } finally {
      disk.unmount()
    }
  })
}

/** Runs two nodes on one database, the second an hour fast, then an hour slow. */
async function runWithWrongClock({ count, seconds, say, ...settings }: TroubleSettings): Promise<TroubleOutcome> {
  const hours = settings.seed % 2 === 0 ? -1 : 1
  const { how, others } = wrongClock(hours)
  const what = `one clock off by ${hours} h (${how})`
  const troubles: Trouble[] = Array.from({ length: count }, () => ({
    what,
    cause: () => new Promise((resolve) => setTimeout(resolve, seconds * 1_000)),
  }))
  const database = await createEmptyPostgres()
  try {
    return await onPostgres(database.databaseUrl, { ...settings, say, troubles, nodes: 2 }, (number) =>
      number === 1 ? others : {},
    )
  } finally {
    await database.drop()
  }
}

async function onPostgres(
  databaseUrl: string,
  options: Omit<TroubleOptions, 'startNode'>,
  othersOf: (number: number) => Record<string, string> = () => ({}),
): Promise<TroubleResult> {
  return withFolder((folder) =>
    runTroubles({
      ...options,
      startNode: (number) =>
        startService({ dataDirectory: join(folder, String(number)), databaseUrl, others: othersOf(number) }),
    }),
  )
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'routewright-trouble-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
