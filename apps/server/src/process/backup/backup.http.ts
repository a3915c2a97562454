// The operation by which a backup gets the embedded database of a running service.
import { type App, mount } from '../../frame/http/mount.ts'
import { snapshotDatabase } from './backup.ts'

export function mountBackup(app: App): void {
  mount(app, 'snapshotDatabase', async () => snapshotDatabase(app.services))
}
