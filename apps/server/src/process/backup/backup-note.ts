// Notes in the data directory when the last backup was made, for `doctor`.
import { join } from 'node:path'
import { readJsonFile, writeJsonFile } from '../../frame/platform/json-file.ts'

export interface BackupNote {
  file: string
  /** RFC 3339. */
  made_at: string
  verified: boolean
  /** The bucket that has it, too. */
  sent_to?: string
}

const FILE = 'last-backup.json'

export function noteBackup(dataDirectory: string, note: BackupNote): void {
  writeJsonFile(join(dataDirectory, FILE), note)
}

export function findBackupNote(dataDirectory: string): BackupNote | undefined {
  return readJsonFile(join(dataDirectory, FILE))
}
