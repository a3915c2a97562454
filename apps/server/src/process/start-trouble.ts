// Why a start failed, in one line that says what to do.
import { once } from 'node:events'
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'

/** A start that failed for a reason that a person can mend; the message is one line. */
export class StartError extends Error {}

/** Makes the data folder where there is none. Throws StartError where it cannot be one. */
export function requireDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    if (!statSync(folder).isDirectory()) throw new StartError(notAFolder(folder))
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(folderTrouble(folder, error as NodeJS.ErrnoException))
  }
}

function folderTrouble(folder: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EEXIST' || code === 'ENOTDIR') return notAFolder(folder)
  if (code === 'ENOSPC')
    return `There is no room for the data folder ${folder}: free some, or choose another with --data-dir.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `The data folder ${folder} cannot be written to by this user: change its owner or rights, or choose another with --data-dir.`
  return `The data folder ${folder} cannot be used: ${message}. Choose another with --data-dir.`
}

function notAFolder(folder: string): string {
  return `The data folder ${folder} is a file, or lies below one: move the file away, or choose another folder with --data-dir.`
}

/** Throws StartError where the service could not listen: before a database is opened or a demo made for it. Port 0 is any that is free. */
export async function requirePort(asked: { host: string; port: number }): Promise<void> {
  const probe = createServer()
  await tellListening(once(probe.listen(asked), 'listening'), asked).finally(() => probe.close())
}

/** Awaits that something listens where it was asked to. Throws StartError for what a person can mend. */
export async function tellListening(listening: Promise<unknown>, asked: { host: string; port: number }): Promise<void> {
  try {
    await listening
  } catch (error) {
    const trouble = listenTrouble(error, asked)
    throw trouble === undefined ? error : new StartError(trouble)
  }
}

/** Returns why the service cannot listen where it should; undefined for other errors. */
function listenTrouble(error: unknown, asked: { host: string; port: number }): string | undefined {
  const {
    code,
    port = asked.port,
    address = asked.host,
  } = error as NodeJS.ErrnoException & {
    port?: number
    address?: string
  }
  if (code === 'EADDRINUSE') return `Port ${port} is taken: end what uses it, or choose another with --port (PORT).`
  if (code === 'EACCES') return `Port ${port} may not be used by this user: choose one above 1023 with --port (PORT).`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${address} is no address of this machine: choose another with --host (HOST).`
  return undefined
}

/** Returns what a person is told of any error: one line, and where the details are. */
export function unexpectedTrouble(error: unknown): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  if (/^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '')) return stack ?? message
  return `${message.split('\n', 1)[0]} (LOG_LEVEL=debug shows where this comes from.)`
}
