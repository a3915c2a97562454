// Unfinished sign-ins: their state, stored under a secret that works once.
import type { SignInStepRow, StepKind } from '../../data/factor-tables.ts'
import { deleteOldSteps, insertStep, lockStep } from '../../data/sign-in-steps.sql.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { createId, createSecret } from '../../frame/platform/ids.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Tx } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'

/** Lifetime of a step in minutes: enough to find the phone. */
const STEP_MINUTES = 10
/** Most wrong codes of one sign-in. */
const MAX_TRIES = 10
/** 256 random bits. */
const TOKEN_CHARACTERS = 43

/** Stored state of an unfinished sign-in; the kind decides which fields it has. */
export interface StepContent {
  /** Challenge for a passkey to sign. */
  challenge?: string
  /** Secret of an authenticator app that is not confirmed yet. */
  secret?: string
  /** Values that the response must match in a sign-in by a provider. */
  provider?: { id: string; state: string; nonce: string; verifier: string; to?: string }
}

export interface OpenStep {
  row: SignInStepRow
  content: StepContent
}

const getPurpose = (id: string) => `sign-in step ${id}`

/** Begins a step; returns its secret and when it expires. */
export async function beginStep(
  { secrets, clock }: Services,
  tx: Tx,
  kind: StepKind,
  userId: string | null,
  content: StepContent,
): Promise<{ step: string; expires_at: Date }> {
  const now = clock.now()
  const id = createId(now)
  const step = createSecret('', TOKEN_CHARACTERS)
  const expires_at = new Date(now.getTime() + STEP_MINUTES * 60_000)
  await insertStep(tx, {
    id,
    user_id: userId,
    token_digest: digestSecret(step),
    kind,
    expires_at,
    content: sealContent(secrets, id, content),
  })
  return { step, expires_at }
}

/** Finds the step by its token and locks its row. Throws highway.user.error.step_expired. */
export async function openStep(
  { secrets, clock }: Services,
  tx: Tx,
  step: string,
  ...kinds: StepKind[]
): Promise<OpenStep> {
  const row = await lockStep(tx, digestSecret(step), kinds, clock.now())
  if (!row || row.tries >= MAX_TRIES) throw apiError('highway.user.error.step_expired')
  return { row, content: JSON.parse(secrets.open(row.content, getPurpose(row.id))) as StepContent }
}

export function sealContent(secrets: Services['secrets'], id: string, content: StepContent): string {
  return secrets.seal(JSON.stringify(content), getPurpose(id))
}

/** Forgets what was never finished. */
export async function cleanUpSteps({ database, clock }: Services): Promise<void> {
  await deleteOldSteps(database.db, clock.now())
}
