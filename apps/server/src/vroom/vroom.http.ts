// Mounts the planning of problems in the JSON of VROOM.
import { type App, mount, withStatus } from '../http/mount.ts'
import { createVroomSolver, VroomRefusal } from './vroom.ts'

export function mountVroom(app: App): void {
  const solve = createVroomSolver()
  mount(app, 'solveVroom', async ({ body }, { services, request }) => {
    const gone = new AbortController()
    const leave = () => gone.abort()
    request.raw.socket.once('close', leave)
    try {
      return await solve(services.travel.best, body, gone.signal)
    } catch (error) {
      if (error instanceof VroomRefusal) return withStatus(400, { code: error.code, error: error.message })
      throw error
    } finally {
      request.raw.socket.off('close', leave)
    }
  })
}
