// What whoever runs an installation wants to know of it, gathered for the administration page.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listOrganizationFigures, measureDatabase, type OrganizationFigures } from '../../data/installation.sql.ts'
import { countOrganizations } from '../../data/organizations.sql.ts'
import { listSettings, type ScheduledBackups, type SettingInForce } from '../../frame/platform/config.ts'
import type { FailedJob, QueueBacklog } from '../../frame/platform/jobs.ts'
import type { Services } from '../../frame/platform/services.ts'
import { readBacklog } from '../backlog/backlog.ts'
import { type BackupNote, findBackupNote } from '../backup/backup.ts'
import { examineRunning, type Finding } from '../doctor/doctor.ts'

export { nameCommand } from './command-name.ts'
export { ADMINISTRATION_PATH, createEntry } from './entries.ts'

/** A file of a folder. */
export interface KeptFile {
  name: string
  bytes: number
  changed_at: Date
}

export interface Installation {
  role: string
  database: { kind: 'PostgreSQL' | 'embedded'; bytes: number }
  findings: Finding[]
  /** Those with the most stops, and how many there are in all. */
  organizations: { total: number; shown: OrganizationFigures[] }
  backlog: QueueBacklog[]
  failedJobs: FailedJob[]
  extracts: KeptFile[]
  backups: { schedule: ScheduledBackups | undefined; last: BackupNote | undefined; kept: KeptFile[] }
  settings: SettingInForce[]
}

const ORGANIZATIONS_SHOWN = 200
const JOBS_SHOWN = 50

/** Asks everything anew; takes as long as counting the rows of the largest table. */
export async function describeInstallation(services: Services): Promise<Installation> {
  const { config, database, jobs, extracts } = services
  const { db } = database
  return {
    role: config.role,
    database: { kind: config.databaseUrl ? 'PostgreSQL' : 'embedded', bytes: await measureDatabase(db) },
    findings: await examineRunning(services),
    organizations: {
      total: await countOrganizations(db),
      shown: await listOrganizationFigures(db, ORGANIZATIONS_SHOWN),
    },
    backlog: (await readBacklog(database, jobs)).filter(({ due }) => due > 0),
    failedJobs: await jobs.listFailed(JOBS_SHOWN),
    extracts: extracts.used.map(({ name, file }) => ({ ...describeFile(file), name })),
    backups: {
      schedule: config.backups,
      last: findBackupNote(config.dataDirectory),
      kept: config.backups ? listBackups(config.backups.folder) : [],
    },
    settings: listSettings(process.env, config),
  }
}

/** Lists the newest backups of a folder first; none where it was not made yet. */
function listBackups(folder: string): KeptFile[] {
  const names = readFolder(folder).filter((name) => name.endsWith('.backup'))
  return names
    .map((name) => ({ ...describeFile(join(folder, name)), name }))
    .toSorted((a, b) => b.name.localeCompare(a.name))
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function describeFile(path: string): Omit<KeptFile, 'name'> {
  const { size, mtime } = statSync(path)
  return { bytes: size, changed_at: mtime }
}
