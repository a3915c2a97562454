// Mounts the search over everything.
import { type App, mountRead } from '../../frame/http/mount.ts'
import { findAnything } from './finding.ts'

export function mountFinding(app: App): void {
  mountRead(app, 'findAnything', (scope, { query }) => findAnything(scope, query))
}
