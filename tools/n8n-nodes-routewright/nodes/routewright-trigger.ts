// The trigger: a signed webhook of the service while the workflow is switched on. What does not bear its signature is refused.
import { RoutewrightError, verifyWebhook } from '@routewright/client'
import type { HookFunctions, Item, NodeDescription, WebhookFunctions } from '../n8n.ts'
import { connect } from './connect.ts'

const events = [
  ['Plan Created', 'svc.planner.2.plan.created'],
  ['Plan Deleted', 'svc.planner.2.plan.deleted'],
  ['Plan Updated', 'svc.planner.2.plan.updated'],
  ['Report Contradicted', 'svc.drivers.2.report.contradicted'],
  ['Route Delayed', 'svc.drivers.2.route.delayed'],
  ['Route Finished', 'svc.drivers.2.route.finished'],
  ['Route Positioned', 'svc.drivers.2.route.positioned'],
  ['Route Started', 'svc.drivers.2.route.started'],
  ['Slot Booked', 'svc.planner.2.slot.booked'],
  ['Slot Changed', 'svc.planner.2.slot.changed'],
  ['Stop Approached', 'svc.drivers.2.stop.approached'],
  ['Stop Arrived', 'svc.drivers.2.stop.arrived'],
  ['Stop Created', 'svc.planner.2.stop.created'],
  ['Stop Deleted', 'svc.planner.2.stop.deleted'],
  ['Stop Departed', 'svc.drivers.2.stop.departed'],
  ['Stop Expected', 'svc.drivers.2.stop.expected'],
  ['Stop Reported', 'svc.planner.2.stop.reported'],
  ['Stop Window At Risk', 'svc.drivers.2.stop.window_at_risk'],
] as const

/** State of the subscription between switching on and off. */
interface Kept {
  webhookId?: string
  secret?: string
}

const readKept = (node: Pick<HookFunctions, 'getWorkflowStaticData'>) => node.getWorkflowStaticData('node') as Kept

function getAddress(node: HookFunctions): string {
  const url = node.getNodeWebhookUrl('default')
  if (!url) throw new Error('n8n has no address for this trigger')
  return url
}

export class RoutewrightTrigger {
  description: NodeDescription = {
    displayName: 'Routewright Trigger',
    name: 'routewrightTrigger',
    icon: 'file:routewright.svg',
    group: ['trigger'],
    version: 1,
    description: 'Starts the workflow when something happens in Routewright',
    defaults: { name: 'Routewright Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'routewrightApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        default: [],
        required: true,
        description: 'What starts the workflow',
        options: events.map(([name, value]) => ({ name, value })),
      },
    ],
  }

  webhookMethods = {
    default: {
      /** Whether the subscription of this workflow is still there and leads here. */
      async checkExists(this: HookFunctions): Promise<boolean> {
        const { webhookId } = readKept(this)
        if (!webhookId) return false
        const client = await connect(this)
        try {
          const { url, enabled } = await client.getWebhookSubscription({ webhook_id: webhookId })
          return enabled && url === this.getNodeWebhookUrl('default')
        } catch (error) {
          if (error instanceof RoutewrightError && error.status === 404) return false
          throw error
        }
      },
      async create(this: HookFunctions): Promise<boolean> {
        const url = getAddress(this)
        const client = await connect(this)
        const body = { url, events: this.getNodeParameter('events') as string[], signed: true, label: 'n8n' }
        const made = await client.createWebhookSubscription({ body } as never)
        Object.assign(readKept(this), { webhookId: made.id, secret: made.signing_secret })
        return true
      },
      /** One that is gone already is as good as deleted. */
      async delete(this: HookFunctions): Promise<boolean> {
        const kept = readKept(this)
        if (!kept.webhookId) return true
        const client = await connect(this)
        try {
          await client.deleteWebhookSubscription({ webhook_id: kept.webhookId })
        } catch (error) {
          if (!(error instanceof RoutewrightError && error.status === 404)) throw error
        }
        delete kept.webhookId
        delete kept.secret
        return true
      },
    },
  }

  /** The signature is made over the bytes as they came, which n8n keeps beside the parsed body. */
  async webhook(this: WebhookFunctions): Promise<{ workflowData?: Item[][]; noWebhookResponse?: true }> {
    const { rawBody } = this.getRequestObject()
    try {
      const event = await verifyWebhook(rawBody ?? '', this.getHeaderData(), readKept(this).secret ?? '')
      return { workflowData: [[{ json: event as unknown as Item['json'] }]] }
    } catch (error) {
      this.getResponseObject()
        .status(401)
        .json({ message: (error as Error).message })
      return { noWebhookResponse: true }
    }
  }
}
