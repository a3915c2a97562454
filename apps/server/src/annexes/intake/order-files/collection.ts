// Where files of orders are fetched from, whichever way: what lies there, what is in it, and putting away what was taken.
import { createHash } from 'node:crypto'
import type { TableKind } from '../intake.ts'

export interface FoundFile {
  name: string
  /** Size in bytes; approximate for mails. */
  size: number
  /** Identifies the file: equal for the same file, different for a changed one. */
  print: string
  /** Sender of the mail. */
  sender?: string
}

export interface Collection<File extends FoundFile = FoundFile> {
  /** Lists the files to be fetched, by name and sender, oldest first. */
  list(): Promise<File[]>
  /** Returns the bytes; stops reading after `most`. */
  read(file: File, most: number): Promise<Buffer>
  /** Moves them, where the source says where to. */
  putAway(files: readonly File[]): Promise<void>
  /** Host key that an SFTP server presented. */
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

/** Error that keeps files from being fetched, in words for the person who manages the source. */
export class FetchProblem extends Error {}

/** A file that somebody writes just now: it is taken in a later round, as a whole. */
export class StillWritten extends Error {}

/** Returns the kind of table; undefined for files that are no table and not fetched. */
export function findTableKind(name: string): TableKind | undefined {
  const ending = /\.(csv|xlsx)$/i.exec(name)
  return ending ? (ending[1]!.toLowerCase() as TableKind) : undefined
}

/** A name for what these parts tell together. */
export function computePrint(...parts: readonly (string | number)[]): string {
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

/** Returns the error of a connection in words. */
export function getProblem(error: unknown, host: string): FetchProblem {
  if (error instanceof FetchProblem) return error
  const { code, message } = error as Error & { code?: string }
  const known = code === undefined ? undefined : words[code]
  return new FetchProblem(known ? `The server ${host} ${known}` : `${host}: ${message || 'the connection failed'}`)
}
