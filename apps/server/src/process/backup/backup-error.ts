// What is wrong with a backup, in words for who made or restores it.
import { StorageError } from '../../frame/files/storage.ts'

export class BackupError extends StorageError {}
