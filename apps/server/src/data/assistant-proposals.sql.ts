// Every statement on assistants' proposals.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope } from '../frame/platform/scope.ts'
import { type AssistantProposalRow, assistantProposalTable } from './assistant-proposal-table.ts'
import { addRows, setColumns } from './record-statements.ts'
import type { NewRow } from './records.ts'

export async function insertProposal(scope: Scope, row: NewRow<typeof assistantProposalTable>): Promise<void> {
  await addRows(scope, assistantProposalTable, [row])
}

/** Locks and returns the proposal of a token that this key made, so that two calls with it run one after the other. */
export async function lockProposal(
  scope: Scope,
  credentialId: string,
  digest: Buffer,
): Promise<AssistantProposalRow | undefined> {
  const { rows } = await sql<AssistantProposalRow>`
    select * from assistant_proposals
    where token_digest = ${digest} and organization_id = ${scope.organizationId} and credential_id = ${credentialId}
    for update`.execute(scope.tx)
  return rows[0]
}

export async function beginProposal(scope: Scope, id: string, moment: Date): Promise<void> {
  await setColumns(scope, assistantProposalTable, { id }, { begun_at: moment })
}

export async function answerProposal(scope: Scope, id: string, answer: string): Promise<void> {
  await setColumns(scope, assistantProposalTable, { id }, { answer })
}

export async function deleteOldProposals(db: Db, before: Date): Promise<void> {
  await sql`delete from assistant_proposals where expires_at < ${before}`.execute(db)
}
