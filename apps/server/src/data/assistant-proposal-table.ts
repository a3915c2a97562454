// The table of assistants' proposals; the token that applies a proposal is never stored, only its digest.
import { bytes, id, moment, optional, type RowOf, table, text } from './table.ts'

export const assistantProposalTable = table('assistant_proposals', {
  given: {
    id,
    organization_id: id,
    /** API key whose assistant made the proposal; no other may apply it. */
    credential_id: id,
    created_at: moment,
    expires_at: moment,
  },
  computed: {
    /** When applying it began. */
    begun_at: optional(moment),
  },
  private: {
    token_digest: bytes,
    /** The calls that applying it makes; encrypted. */
    content: text,
    /** Result of applying it, for repeated requests; encrypted. */
    answer: optional(text),
  },
})

export type AssistantProposalRow = RowOf<typeof assistantProposalTable>
