// The table of what assistants proposed; the token that applies a proposal is never stored, only its digest.
import { bytes, id, moment, optional, type RowOf, table, text } from './table.ts'

export const assistantProposalTable = table('assistant_proposals', {
  given: {
    id,
    organization_id: id,
    /** The key whose assistant proposed it; no other may apply it. */
    credential_id: id,
    created_at: moment,
    expires_at: moment,
  },
  computed: {
    /** When it was applied, or begun to be. */
    begun_at: optional(moment),
  },
  private: {
    token_digest: bytes,
    /** The calls that applying it makes; encrypted. */
    content: text,
    /** What applying it answered, for who asks again; encrypted. */
    answer: optional(text),
  },
})

export type AssistantProposalRow = RowOf<typeof assistantProposalTable>
