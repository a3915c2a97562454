// Assistants that read and propose over MCP.
import type { Annex } from '../annexes.ts'
import { mountAssistants } from './assistants.http.ts'
import { cleanUpProposals } from './proposals.ts'

export const assistants: Annex = {
  name: 'assistants',
  mount: mountAssistants,
  cleanUp: cleanUpProposals,
}
