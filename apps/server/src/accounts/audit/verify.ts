// Recomputes the chain of an organization's audit log and reports the first place where it is broken.
import type { QueryOf } from '@routewright/contract'
import { type ChainedEntry, findAuditHead, findUnchained, listChain } from '../../data/audit.sql.ts'
import type { AuditHead } from '../../data/audit-table.ts'
import { invalidParameter } from '../../frame/platform/api-error.ts'
import { computeChecksum } from '../../frame/platform/checksum.ts'
import type { Scope } from '../../frame/platform/scope.ts'

const entriesAtOnce = 1_000

interface Fault {
  number: number
  id?: string
  reason: string
}

/** Entries whose hashes hold, until the first fault. */
interface Walk {
  count: number
  redacted: number
  last: { number: number; hash: string }
  /** `number:hash` of the chain's beginning after each recorded deletion of old entries. */
  trims: Set<string>
  seenHash?: string
  fault?: Fault
}

/**
 * Walks the whole chain. `seen` is a number and a hash that the caller noted earlier: a chain that was truncated or rewritten
 * since does not contain them. Throws 400 when `seen` cannot be read.
 */
export async function verifyAudit(scope: Scope, { seen }: QueryOf<'verifyAudit'>) {
  const expected = seen === undefined ? undefined : readSeen(seen)
  const head = (await findAuditHead(scope)) ?? emptyHead(scope.organizationId)
  const walk = await walkChain(scope, head, expected?.number)
  const unchained = await findUnchained(scope)
  const fault = walk.fault ?? (unchained && outside(unchained.id)) ?? faultOfEnds(walk, head, expected)
  return {
    holds: fault === undefined,
    entries: walk.count,
    redacted: walk.redacted,
    first_number: head.trimmed_number + 1,
    head: `${head.number}:${head.hash}`,
    ...(fault ? { fault } : {}),
  }
}

function readSeen(seen: string): { number: number; hash: string } {
  const [, number, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(seen) ?? []
  if (number === undefined || hash === undefined) {
    throw invalidParameter('seen', 'must be a number and a hash as they were told, 12:0f3a…')
  }
  return { number: Number(number), hash }
}

function emptyHead(organization_id: string): AuditHead {
  return { organization_id, number: 0, hash: '', trimmed_number: 0, trimmed_hash: '' }
}

async function walkChain(scope: Scope, head: AuditHead, seenNumber: number | undefined): Promise<Walk> {
  const begin = { number: head.trimmed_number, hash: head.trimmed_hash }
  const walk: Walk = { count: 0, redacted: 0, last: begin, trims: new Set() }
  if (seenNumber === begin.number) walk.seenHash = begin.hash
  for (let after = 0; !walk.fault; ) {
    const entries = await listChain(scope, after, entriesAtOnce)
    if (entries.length === 0) return walk
    for (const entry of entries) {
      walk.fault = findFault(entry, walk.last)
      if (walk.fault) return walk
      follow(walk, entry, seenNumber)
    }
    after = walk.last.number
  }
  return walk
}

function follow(walk: Walk, entry: ChainedEntry, seenNumber: number | undefined): void {
  const { number, hash } = entry
  walk.count += 1
  walk.last = { number, hash }
  if (entry.redacted_at) walk.redacted += 1
  if (number === seenNumber) walk.seenHash = hash
  if (entry.resource_type === 'audit_log' && entry.changes) {
    const { through, hash: trimmed } = JSON.parse(entry.changes) as { through?: number; hash?: string }
    walk.trims.add(`${through}:${trimmed}`)
  }
}

function findFault(entry: ChainedEntry, before: { number: number; hash: string }): Fault | undefined {
  const { number, id } = entry
  if (number !== before.number + 1) {
    return { number: before.number + 1, reason: `The entry is missing; the next one is ${number}.` }
  }
  if (entry.changes !== null && digest(entry) !== entry.changes_digest) {
    return { number, id, reason: 'What was changed is not what was noted.' }
  }
  if (entry.changes === null && entry.changes_digest !== null && entry.redacted_at === null) {
    return { number, id, reason: 'What was changed is gone, and nobody erased it.' }
  }
  return computeHash(entry, before.hash) === entry.hash
    ? undefined
    : { number, id, reason: 'The entry, or the one before it, is not as it was written.' }
}

function digest({ salt, changes }: ChainedEntry): string {
  return computeChecksum(`${salt}${changes}`)
}

/** Computes the hash like `chain_audit_entry` in the database. */
function computeHash(entry: ChainedEntry, before: string): string {
  const { number, id, organization_id, project_id, actor, action, resource_type, resource_id, at } = entry
  const parts = [before, number, id, organization_id, project_id ?? '', actor, action, resource_type, resource_id, at]
  return computeChecksum([...parts, entry.changes_digest ?? ''].join('\n'))
}

function outside(id: string): Fault {
  return { number: 0, id, reason: 'The entry stands in no chain.' }
}

/** Compares the chain's end with its head, its beginning with the recorded one, and its content with what was seen earlier. */
function faultOfEnds(
  { last, trims, seenHash }: Walk,
  head: AuditHead,
  seen: { number: number; hash: string } | undefined,
): Fault | undefined {
  if (last.number !== head.number || last.hash !== head.hash) {
    return { number: last.number + 1, reason: `The chain ends before ${head.number}, its last entry.` }
  }
  if (head.trimmed_number > 0 && !trims.has(`${head.trimmed_number}:${head.trimmed_hash}`)) {
    return { number: head.trimmed_number, reason: 'Entries before it were deleted, and none says so.' }
  }
  if (seen && seen.number > head.trimmed_number - 1 && seenHash !== seen.hash) {
    return { number: seen.number, reason: 'It is not the entry that was seen earlier.' }
  }
  return undefined
}
