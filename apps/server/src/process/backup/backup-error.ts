// Errors of backups, in words for the person who makes or restores one.
import { StorageError } from '../../frame/files/storage.ts'

export class BackupError extends StorageError {}
