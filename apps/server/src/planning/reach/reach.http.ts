// Mounts the operations that return what can be reached within some minutes.
import { type App, mount } from '../../frame/http/mount.ts'
import { findReach, findReachedPlaces } from './reach.ts'

export function mountReach(app: App): void {
  mount(app, 'findReach', ({ params, body }, context) => findReach(context, params.project_id, body))
  mount(app, 'findReachedPlaces', ({ params, body }, context) => findReachedPlaces(context, params.project_id, body))
}
