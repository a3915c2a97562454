// Organizations that only try things out, and what would have been sent.
import type { Annex } from '../annexes.ts'
import { mountOutbox } from './outbox/outbox.http.ts'
import { mountSandbox } from './sandbox.http.ts'
import { cleanUpSandboxes, keepOfSandbox } from './sandbox.ts'

export const sandbox: Annex = {
  name: 'sandbox',
  mount(app) {
    mountOutbox(app)
    mountSandbox(app)
  },
  cleanUp: cleanUpSandboxes,
  ports: { keepInstead: keepOfSandbox },
}
