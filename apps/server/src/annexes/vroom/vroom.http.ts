// Mounts the planning of problems in the JSON of VROOM.
import { type App, mount, withStatus } from '../../frame/http/mount.ts'
import { createVroomSolver, VroomRefusal } from './vroom.ts'

export function mountVroom(app: App): void {
  const solve = createVroomSolver()
  mount(app, 'solveVroom', async ({ body }, { services, caller, request }) => {
    const gone = new AbortController()
    const leave = () => gone.abort()
    request.raw.socket.once('close', leave)
    try {
      return await solve(services.travel.best, caller.organizationId, body, gone.signal)
    } catch (error) {
      // Nobody reads the response any more, so this is no error.
      if (gone.signal.aborted) return withStatus(400, { code: 2, error: 'The caller has hung up.' })
      if (error instanceof VroomRefusal) return withStatus(400, { code: error.code, error: error.message })
      throw error
    } finally {
      request.raw.socket.off('close', leave)
    }
  })
}
