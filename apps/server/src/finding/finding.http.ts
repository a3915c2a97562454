// Mounts the search over everything.
import { type App, mount } from '../http/mount.ts'
import { findAnything } from './finding.ts'

export function mountFinding(app: App): void {
  mount(app, 'findAnything', ({ query }, { read }) => read((scope) => findAnything(scope, query)))
}
