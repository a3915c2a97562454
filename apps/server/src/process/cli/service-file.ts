// Notes in the data directory where the running service listens, so that commands on the same directory find it.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readJsonFile, writeJsonFile } from '../../frame/platform/json-file.ts'

const FILE = 'service.json'

export interface RunningService {
  base_url: string
  pid: number
}

/** Writes the note that the service listens; returns a function that removes it. */
export function noteService(dataDirectory: string, baseUrl: string): () => void {
  const path = join(dataDirectory, FILE)
  const service: RunningService = { base_url: baseUrl, pid: process.pid }
  writeJsonFile(path, service)
  return () => {
    if (findService(dataDirectory)?.pid === process.pid) rmSync(path, { force: true })
  }
}

/** The service that was last started on this directory and did not end in order; it may be gone by a crash. */
export function findService(dataDirectory: string): RunningService | undefined {
  return readJsonFile(join(dataDirectory, FILE))
}
