// Mounts what tells shops of their orders.

import { getOrganization } from '../../../accounts/organizations/organizations.ts'
import { renewProviderSecrets } from '../../../accounts/users/users.ts'
import { type App, mount, mountChange, mountRead } from '../../../frame/http/mount.ts'
import { createOutgoingAgents } from '../../../frame/platform/public-targets.ts'
import { mayTargetPrivate } from '../../../frame/platform/trial.ts'
import { renewSecrets } from '../../../telling/webhooks/webhooks.ts'
import { renewSourceSecrets } from '../intake.ts'
import { renewFetchSecrets } from '../order-files/order-files.ts'
import { shops } from './kinds.ts'
import { createShopCall } from './shop-call.ts'
import { endTelling, findShopFor, listTold, renewTellSecrets, setTelling } from './shops.ts'
import { answered } from './tell.ts'

export function mountShops(app: App): void {
  const agents = createOutgoingAgents()
  app.addHook('onClose', () => agents.destroy())
  const { secrets } = app.services
  mountChange(app, 'setShopTelling', (scope, { params, body }) => {
    const allowPrivateWebhooks = mayTargetPrivate(app.services, scope.organizationId)
    return setTelling(scope, params.order_source_id, body, { allowPrivateWebhooks, secrets })
  })
  // Here, where all kinds of secrets are known.
  mount(app, 'renewSecrets', async () => {
    const { renewed } = await renewSecrets(app.services)
    const ofProviders = await renewProviderSecrets(app.services)
    const ofShops = (await renewSourceSecrets(app.services)) + (await renewTellSecrets(app.services))
    const ofFiles = await renewFetchSecrets(app.services)
    return { renewed: renewed + ofProviders + ofShops + ofFiles }
  })
  mountChange(app, 'endShopTelling', (scope, { params }) => endTelling(scope, params.order_source_id))
  mountRead(app, 'listToldStates', (scope, { params, query }) => listTold(scope, params.order_source_id, query))
  mount(app, 'testShopTelling', async ({ params }, { read }) => {
    const found = await read((scope) => findShopFor(scope, secrets, params.order_source_id))
    if (!found) return { ok: false, detail: 'Nothing was entered for telling this shop' }
    const { kind, key } = found
    const { id, is_sandbox } = await read((scope) => getOrganization(scope))
    if (is_sandbox) return { ok: true, detail: 'Not sent: the organization is a sandbox' }
    const agent = agents.find(mayTargetPrivate(app.services, id))
    const shop = shops[kind]
    return await answered((signal) => shop.ask(createShopCall(agent, key.telling.url, shop.headers(key), signal), key))
  })
}
