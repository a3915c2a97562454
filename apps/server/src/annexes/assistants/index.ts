// Assistants that read and propose over MCP, with a key or signed in.
import type { Annex } from '../annexes.ts'
import { mountAssistants } from './assistants.http.ts'
import { cleanUpProposals } from './proposals.ts'
import { cleanUpConnections } from './sign-in/clients.ts'

export const assistants: Annex = {
  name: 'assistants',
  mount: mountAssistants,
  cleanUp: async (services) => {
    await cleanUpProposals(services)
    await cleanUpConnections(services)
  },
}
