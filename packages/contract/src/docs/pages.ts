// The pages of docs/ that are generated from the contract alone.
import { errorsPage } from './errors-page.ts'
import { eventsPage } from './events-page.ts'
import { lifecyclePage } from './lifecycle-page.ts'
import { limitsPage } from './limits-page.ts'

/** Content by path, relative to the root of the repository. */
export function generatedPages(): Record<string, string> {
  return {
    'docs/errors.md': errorsPage(),
    'docs/events.md': eventsPage(),
    'docs/lifecycle.md': lifecyclePage(),
    'docs/limits.md': limitsPage(),
  }
}
