// Looks at past days every night, project by project.
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { listDrivingProjects } from './learning.sql.ts'
import { learnOfProject } from './learning.ts'

/** After the retention of the night: what has gone by then is not learned from. */
const nightly = '53 2 * * *'
/** Projects without driven routes for longer have nothing new to learn. */
const drivenWithinDays = 14
const dayMilliseconds = 86_400_000

export async function startLearning(services: Services): Promise<void> {
  await services.jobs.work('learning', {}, async (_, { isStopping }) => {
    await learnAll(services, isStopping)
  })
  await services.jobs.schedule('learning', nightly)
}

/** Learns for each project in its own transaction; a failure does not affect the others. Returns how many learned. */
export async function learnAll(services: Services, isStopping: () => boolean = () => false): Promise<number> {
  const since = new Date(services.clock.now().getTime() - drivenWithinDays * dayMilliseconds)
  let learned = 0
  for (const { id, organization_id } of await listDrivingProjects({ tx: services.database.reading() }, since)) {
    // Thrown, so that the next start takes it up.
    if (isStopping()) throw new Error('The service stops.')
    try {
      await transactAs(services, systemCaller(organization_id), (scope) => learnOfProject(scope, id))
      learned++
    } catch (error) {
      services.log.error({ err: error, project: id }, 'nothing could be learned of past days')
    }
  }
  return learned
}
