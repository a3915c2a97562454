// How long things are kept: the settings, what they would remove, and its removal in small steps.
import { type RetentionInput, type RetentionKind, retentionKinds } from '@routewright/contract'
import { auditRecord, countAuditBefore, trimAudit } from '../../accounts/audit/audit.ts'
import { getOrganization, requireAdministrator } from '../../accounts/organizations/organizations.ts'
import { deleteAttemptsBefore, deleteEventsBefore } from '../../data/deliveries.sql.ts'
import { deleteMessagesBefore } from '../../data/messages.sql.ts'
import type { OrganizationRow, RetentionValue } from '../../data/organization-table.ts'
import { updateRetention } from '../../data/organizations.sql.ts'
import { deletePositions } from '../../data/positions.sql.ts'
import { deleteImages, listImages } from '../../data/reports.sql.ts'
import { forgetImagesOfMessages } from '../../data/route-messages.sql.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { deleteFilesLater } from '../../frame/files/deletion.job.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getMoment, readingScope, type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { isOfRoutes, type Part, retentionParts, type Within } from './parts.sql.ts'
import {
  countEvents,
  countLogs,
  countPart,
  countPositions,
  listEveryProjectId,
  listKeys,
  listOldPlanIds,
} from './privacy.sql.ts'

const dayMilliseconds = 86_400_000
/** Rows of one short transaction: nobody waits long for any of them. */
const rowsPerStep = 500
const positionsPerStep = 5_000
const plansPerPage = 50

/** Throws 403 unless the caller administers the organization. */
export async function getRetention(scope: Scope) {
  requireAdministrator(scope, 'see how long things are kept')
  return retentionRecord(await getOrganization(scope))
}

/** Kinds that are left out stay as they are, null lets them stay. Throws 403. */
export async function changeRetention(scope: Scope, input: RetentionInput) {
  requireAdministrator(scope, 'change how long things are kept')
  const before = await getOrganization(scope, 'lock')
  await requireRecordAsSeen(scope, before, `Organization ${before.name}`)
  await auditRecord(scope, 'updated', 'organization', before, { retention: input })
  return retentionRecord(await updateRetention(scope, setDays({ ...before.retention, ...input })))
}

function retentionRecord({ retention, updated_at }: OrganizationRow) {
  return { ...retention, updated_at }
}

function setDays(input: RetentionInput): RetentionValue {
  return Object.fromEntries(Object.entries(input).filter(([, days]) => typeof days === 'number'))
}

/** Returns what these settings would delete now, by kind. Throws 403. */
export async function previewRetention(scope: Scope, input: RetentionInput) {
  requireAdministrator(scope, 'see what would go')
  const kinds = []
  for (const { kind, before } of listEnds(setDays(input), scope.now)) {
    kinds.push({ kind, before, records: await countKind(scope, kind, before) })
  }
  return { kinds }
}

function listEnds(retention: RetentionValue, now: Date): { kind: RetentionKind; before: Date }[] {
  return retentionKinds.flatMap((kind) => {
    const days = retention[kind]
    return days === undefined ? [] : [{ kind, before: new Date(now.getTime() - days * dayMilliseconds) }]
  })
}

async function countKind(scope: Scope, kind: RetentionKind, before: Date): Promise<number> {
  if (kind === 'logs') return countLogs(scope, before)
  if (kind === 'events') return countEvents(scope, before)
  if (kind === 'audit') return countAuditBefore(scope, before)
  let records = kind === 'positions' ? await countPositions(scope, { before }) : 0
  for (const part of listParts(kind)) records += await countPart(scope, part, { before })
  return records
}

function listParts(kind: RetentionKind): readonly Part[] {
  return retentionParts.filter((part) => part.kind === kind)
}

/** One short transaction; returns how many rows it processed. */
type Step = () => Promise<number>

/**
 * Deletes expired data, in transactions of a few hundred rows each. `isStopping` ends it between two of them: the rest is deleted
 * the next night. Returns the number of deleted records by kind.
 */
export async function applyRetention(
  services: Services,
  organizationId: string,
  retention: RetentionValue,
  isStopping: () => boolean,
): Promise<Partial<Record<RetentionKind, number>>> {
  const counts: Partial<Record<RetentionKind, number>> = {}
  const caller = systemCaller(organizationId)
  for (const { kind, before } of listEnds(retention, getMoment(services, organizationId))) {
    for await (const step of getSteps(services, organizationId, kind, before)) {
      for (let done = 1; done > 0 && !isStopping(); ) {
        done = await step()
        if (done > 0) counts[kind] = (counts[kind] ?? 0) + done
      }
    }
  }
  if (Object.keys(counts).length > 0) {
    await transactAs(services, caller, (scope) =>
      auditRecord(scope, 'deleted', 'retention', { id: createId(scope.now) }, counts),
    )
  }
  return counts
}

/** Each is repeated until it finds nothing more. */
async function* getSteps(
  services: Services,
  organizationId: string,
  kind: RetentionKind,
  before: Date,
): AsyncGenerator<Step> {
  const caller = systemCaller(organizationId)
  const change = (work: (scope: Scope) => Promise<number>) => () => transactAs(services, caller, work)
  if (kind === 'events') yield change((scope) => deleteEventsBefore(scope, before, rowsPerStep))
  else if (kind === 'audit') yield change((scope) => trimAudit(scope, before))
  else if (kind === 'logs') {
    yield change((scope) => deleteAttemptsBefore(scope, before, rowsPerStep))
    for (const projectId of await listEveryProjectId(readingScope(services, caller))) {
      yield change((scope) => deleteMessagesBefore(scope, projectId, before, rowsPerStep))
    }
  } else {
    for await (const within of getPages(services, organizationId, before)) {
      if (kind === 'positions') {
        yield change((scope) => deletePositions(scope, isOfRoutes(scope, within), positionsPerStep))
      }
      for (const part of listParts(kind)) yield () => blankSome(services, organizationId, part, within)
    }
  }
}

/** The stops of past days, a few plans at a time: a statement never looks at more than those. */
async function* getPages(services: Services, organizationId: string, before: Date): AsyncGenerator<Within> {
  yield { looseBefore: before }
  for (let after = ''; ; ) {
    const scope = readingScope(services, systemCaller(organizationId))
    const planIds = await listOldPlanIds(scope, before, after, plansPerPage)
    if (planIds.length === 0) return
    yield { planIds }
    after = planIds.at(-1)!
  }
}

/** Finds the next rows that say something, and has them say it no longer. */
async function blankSome(services: Services, organizationId: string, part: Part, within: Within): Promise<number> {
  const caller = systemCaller(organizationId)
  const keys = await listKeys(readingScope(services, caller), part, within, rowsPerStep)
  if (keys.length === 0) return 0
  const blank = part.kind === 'photos' ? deletePictures : part.blank
  return transactAs(services, caller, (scope) => blank(scope, keys))
}

/**
 * Deletes pictures with their references in reports and messages, and their files once the transaction commits; returns how many
 * there were.
 */
export async function deletePictures(scope: Scope, ids: readonly string[]): Promise<number> {
  const images = await listImages(scope, ids)
  await deleteFilesLater(
    scope,
    images.flatMap(({ storage_key }) => storage_key ?? []),
  )
  await forgetImagesOfMessages(scope, ids)
  return deleteImages(scope, ids)
}
