// Waits for a PostgreSQL that is still starting, and says in one line what is wrong with one that cannot be used.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from './start-trouble.ts'

export interface Patience {
  /** Longest wait. */
  milliseconds: number
  /** Pause between two tries. */
  pauseMilliseconds: number
}

const usualPatience: Patience = { milliseconds: 60_000, pauseMilliseconds: 1_000 }
const tryMilliseconds = 5_000

interface Trouble {
  text: string
  /** True where a start that is under way may end it. */
  mayPass: boolean
}

/** Resolves when the database takes connections; `tell` gets one line where that takes a while. Throws StartError. */
export async function waitForDatabase(
  databaseUrl: string,
  tell: (line: string) => void,
  { milliseconds, pauseMilliseconds }: Patience = usualPatience,
): Promise<void> {
  const end = performance.now() + milliseconds
  for (let tries = 1; ; tries++) {
    const trouble = await tryOnce(databaseUrl)
    if (!trouble) return
    if (!trouble.mayPass || performance.now() >= end) throw new StartError(trouble.text)
    if (tries === 1) tell(`${trouble.text} Waiting for it, up to ${Math.round(milliseconds / 1_000)} s.`)
    await wait(pauseMilliseconds)
  }
}

async function tryOnce(databaseUrl: string): Promise<Trouble | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: tryMilliseconds })
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return databaseTrouble(error as NodeJS.ErrnoException, databaseUrl)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Names host, port and database, and never the password. */
export function databaseTrouble({ code = '', message }: NodeJS.ErrnoException, databaseUrl: string): Trouble {
  const { hostname, port, pathname, username } = new URL(databaseUrl)
  const place = `${hostname || 'this machine'}:${port || 5432}`
  const name = decodeURIComponent(pathname.slice(1)) || username
  const passing = (text: string) => ({ text, mayPass: true })
  const lasting = (text: string) => ({ text, mayPass: false })
  switch (code) {
    case 'ECONNREFUSED':
      return passing(`No database answers at ${place}: start PostgreSQL, or correct DATABASE_URL.`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return passing(`The host ${hostname} is not known: start it, or correct DATABASE_URL.`)
    case '57P03':
      return passing(`The database at ${place} is still starting, or stopping.`)
    case '53300':
      return passing(
        `The database at ${place} has no free connection: raise its max_connections, or end other programs.`,
      )
    case '3D000':
      return lasting(
        `The database at ${place} has none called ${name}: create it (createdb ${name}), or correct DATABASE_URL.`,
      )
    case '28P01':
    case '28000':
      return lasting(
        `The database at ${place} refuses ${username}: ${message}. Correct user and password in DATABASE_URL.`,
      )
    default:
      return isUnreachable(code, message)
        ? passing(`The database at ${place} cannot be reached (${code || message}): start it, or correct DATABASE_URL.`)
        : lasting(`The database at ${place} cannot be used: ${message}. Correct DATABASE_URL.`)
  }
}

function isUnreachable(code: string, message: string): boolean {
  const codes = ['ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE']
  return codes.includes(code) || /timeout|terminated unexpectedly/i.test(message)
}
