// Mounts the operations on returned goods.
import { type App, mountChange, mountRead } from '../../frame/http/mount.ts'
import { decideSender, getAttempts, listReturns, noteReturns } from './returns.ts'

export function mountReturns(app: App): void {
  mountRead(app, 'listReturns', (scope, { params }) => listReturns(scope, params.plan_id))
  mountChange(app, 'noteReturns', (scope, { params, body }) =>
    noteReturns(scope, params.plan_id, body.goods, body.returned),
  )
  mountRead(app, 'getAttempts', (scope, { params }) => getAttempts(scope, params.stop_id))
  mountChange(app, 'returnToSender', (scope, { params, body }) => decideSender(scope, params.stop_id, body.returns))
}
