// Mounts the planning of problems in the JSON of VROOM: as an operation, and in the place of vroom-express.
import { callsPerMinute } from '@routewright/contract'
import { type BorrowedPaths, listenBorrowed, mountBorrowed } from '../../frame/http/borrowed-paths.ts'
import { type App, mount, withStatus } from '../../frame/http/mount.ts'
import type { Services } from '../../frame/platform/services.ts'
import { createVroomSolver, VroomRefusal, type VroomSolver } from './vroom.ts'
import { answerExpress, refuseExpress } from './vroom-express.ts'

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
  mountBorrowed(app, expressPaths(app.services, solve))
}

/** Serves vroom-express's paths without a key on VROOM_PORT, if it is set; resolves to a function that closes it. */
export async function listenForVroom(services: Services): Promise<() => Promise<void>> {
  const { config } = services
  if (config.vroomPort === undefined) return async () => {}
  const { port, close } = await listenBorrowed(services, config.vroomPort, expressPaths(services, createVroomSolver()))
  config.vroomPort = port
  return close
}

function expressPaths({ travel, log }: Services, solve: VroomSolver): BorrowedPaths {
  const parts = { solve, travel: travel.best, log }
  return {
    operationId: 'vroom',
    prefix: '/vroom',
    perMinute: callsPerMinute.optimizePlan,
    answer: (call) => answerExpress(parts, call),
    refuse: refuseExpress,
  }
}
