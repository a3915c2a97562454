// Our service as `webhooks.ts` starts it: with subscriptions that all go to one host.

import { systemCaller, transactAs } from '../../apps/server/src/frame/platform/services.ts'
import { createWebhook } from '../../apps/server/src/telling/webhooks/webhooks.ts'
import { answerParent, serveOurs } from './served.ts'

const [directory, receiver, count] = process.argv.slice(2)
const { server, serving } = await serveOurs(directory!, { allowPrivateWebhooks: true, osmFiles: [] })
const { services } = server
const { organization_id } = await services.database.db
  .selectFrom('projects')
  .select('organization_id')
  .where('id', '=', serving.project_id)
  .executeTakeFirstOrThrow()
const rules = { allowPrivateWebhooks: true, secrets: services.secrets }
await transactAs(services, systemCaller(organization_id), async (scope) => {
  for (let number = 0; number < Number(count); number++) {
    await createWebhook(scope, { url: `${receiver}/${number}` }, rules)
  }
})
answerParent(serving, () => server.stop())
