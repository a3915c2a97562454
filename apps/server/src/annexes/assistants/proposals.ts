// Proposals of assistants, applied at most once: stored with a token that only the same key may use, until it expires.

import {
  answerProposal,
  beginProposal,
  deleteOldProposals,
  insertProposal,
  lockProposal,
} from '../../data/assistant-proposals.sql.ts'
import { listIds } from '../../data/records.ts'
import { createId, createSecret } from '../../frame/platform/ids.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Caller, type Services, transactAs } from '../../frame/platform/services.ts'
import type { Call, PlannedCall, Send } from './operations.ts'
import { ToolRefusal } from './tool.ts'

const TOKEN_MINUTES = 15
/** How long an applied proposal still returns its result. */
const KEPT_MINUTES = 60
/** 24 letters and digits: 142 random bits, short enough to be repeated without a mistake. */
const TOKEN_CHARACTERS = 24

/** The caller of a tool. */
export interface AssistantCaller {
  services: Services
  /** On whose behalf. */
  caller: Caller
  /** Id of the key or of the connection, which owns the proposals. */
  credentialId: string
  /** The connection asked for the tools that change something, and its user may use them somewhere. */
  mayWrite: boolean
  /** Calls the interface with its rights. */
  send: Send
}

interface Content {
  summary: string
  calls: PlannedCall[]
}

export interface Proposal {
  /** The intended change, in a sentence of ours. */
  summary: string
  calls: PlannedCall[]
}

/** Stores a proposal and returns what an assistant needs to apply it. */
export type Propose = (proposal: Proposal) => Promise<{ summary: string; token: string; valid_minutes: number }>

export function createPropose({ services, caller, credentialId }: AssistantCaller): Propose {
  return async ({ summary, calls }) => {
    const now = services.clock.now()
    const id = createId(now)
    const token = createSecret('apply_', TOKEN_CHARACTERS)
    await transactAs(services, caller, (scope) =>
      insertProposal(scope, {
        id,
        credential_id: credentialId,
        created_at: now,
        expires_at: new Date(now.getTime() + TOKEN_MINUTES * 60_000),
        token_digest: digestSecret(token),
        content: services.secrets.seal(JSON.stringify({ summary, calls } satisfies Content), getPurpose(id)),
      }),
    )
    return { summary, token, valid_minutes: TOKEN_MINUTES }
  }
}

/**
 * Makes the calls of a proposal, once. A used token returns the earlier result again. Throws ToolRefusal for a token of another
 * key, for an expired one, and for what the first of its calls refuses.
 */
export async function applyProposal(
  assistant: AssistantCaller,
  call: Call,
  token: string,
): Promise<Record<string, unknown>> {
  const { services, caller } = assistant
  const taken = await transactAs(services, caller, (scope) => takeProposal(scope, assistant, token))
  if (taken.answer) return { ...taken.answer, already_applied: true }
  const { id, content } = taken
  let done = 0
  const created: string[] = []
  let answer: Record<string, unknown>
  try {
    for (const planned of content.calls) {
      const result = await call(planned.operationId, planned as never)
      if (planned.operationId === 'createStops') created.push(...listIds(result as { id: string }[]))
      done += 1
    }
    answer = { applied: true, summary: content.summary, ...(created.length > 0 ? { created } : {}) }
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error
    const left = content.calls.length - done
    answer = {
      applied: false,
      summary: content.summary,
      done,
      not_done: left,
      refused: error.message,
      message_id: error.messageId,
      next: 'Look at the plan again and make a new proposal; this token is used up.',
    }
  }
  const sealed = services.secrets.seal(JSON.stringify(answer), getPurpose(id))
  await transactAs(services, caller, (scope) => answerProposal(scope, id, sealed))
  return answer
}

/** Marks the proposal as begun, so that a second caller gets the result of the first. */
async function takeProposal(scope: Scope, { services, credentialId }: AssistantCaller, token: string) {
  const row = await lockProposal(scope, credentialId, digestSecret(token))
  if (!row) throw new ToolRefusal('token: no proposal of this key has it; propose again', 'proposal_unknown')
  const open = (text: string) => JSON.parse(services.secrets.open(text, getPurpose(row.id)))
  if (row.answer) return { answer: open(row.answer) as Record<string, unknown> }
  if (row.begun_at) {
    throw new ToolRefusal(
      'token: it is being applied, or was cut off; look at the plan before you propose again',
      'proposal_begun',
    )
  }
  const now = services.clock.now()
  if (row.expires_at <= now) {
    throw new ToolRefusal(`token: it ended after ${TOKEN_MINUTES} minutes; propose again`, 'proposal_expired')
  }
  await beginProposal(scope, row.id, now)
  return { id: row.id, content: open(row.content) as Content }
}

function getPurpose(id: string): string {
  return `assistant proposal ${id}`
}

/** Forgets what was applied or never was. */
export async function cleanUpProposals({ database, clock }: Services): Promise<void> {
  await deleteOldProposals(database.db, new Date(clock.now().getTime() - KEPT_MINUTES * 60_000))
}
