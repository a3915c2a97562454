// Where files of orders are fetched from, whichever way: what lies there, what is in it, and putting away what was taken.
import { createHash } from 'node:crypto'
import type { TableKind } from '../intake.ts'

export interface FoundFile {
  name: string
  /** Bytes; of what was mailed about so many. */
  size: number
  /** What it is known by: the same file has the same, one that was changed another. */
  print: string
  /** Who mailed it. */
  sender?: string
}

export interface Collection<File extends FoundFile = FoundFile> {
  /** What is to be fetched by its name and sender, oldest first. */
  list(): Promise<File[]>
  /** Its bytes; stops reading behind `most` of them. */
  read(file: File, most: number): Promise<Buffer>
  /** Moves them, where the source says where to. */
  putAway(files: readonly File[]): Promise<void>
  /** Of a server over SFTP: the key that it showed. */
  hostKey?: string
  /** Ends the connection, whatever is under way. */
  close(): void
}

/** How a source is opened. */
export interface FetchSecret {
  password?: string
  ssh_key?: string
  passphrase?: string
}

/** What keeps files from being fetched, in words for whoever looks after the source. */
export class FetchProblem extends Error {}

/** A file that somebody writes just now: it is taken in a later round, as a whole. */
export class StillWritten extends Error {}

/** As what the file is read; undefined for what is no table, and not fetched. */
export function tableKindOf(name: string): TableKind | undefined {
  const ending = /\.(csv|xlsx)$/i.exec(name)
  return ending ? (ending[1]!.toLowerCase() as TableKind) : undefined
}

/** A name for what these parts tell together. */
export function printOf(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

const words: Record<string, string> = {
  ENOTFOUND: 'is not known by this name',
  EAI_AGAIN: 'is not known by this name now',
  ECONNREFUSED: 'takes no connection at this port',
  ECONNRESET: 'ended the connection',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ETIMEDOUT: 'does not answer',
  CONNECT_TIMEOUT: 'does not answer',
  GREETING_TIMEOUT: 'does not answer as such a server does',
  UPGRADE_TIMEOUT: 'does not answer',
}

/** What went wrong with the connection, in words. */
export function problemOf(error: unknown, host: string): FetchProblem {
  if (error instanceof FetchProblem) return error
  const { code, message } = error as Error & { code?: string }
  const known = code === undefined ? undefined : words[code]
  return new FetchProblem(known ? `The server ${host} ${known}` : `${host}: ${message || 'the connection failed'}`)
}
