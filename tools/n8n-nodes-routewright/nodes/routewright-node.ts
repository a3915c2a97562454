// The node: for each item one operation on stops, plans, routes or slots.
import type { ExecuteFunctions, Item, NodeDescription } from '../n8n.ts'
import { connect } from './connect.ts'
import { describeOperations, findOperation } from './operations.ts'

export class Routewright {
  description: NodeDescription = {
    displayName: 'Routewright',
    name: 'routewright',
    icon: 'file:routewright.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Plan, dispatch and follow deliveries with Routewright',
    defaults: { name: 'Routewright' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials: [{ name: 'routewrightApi', required: true }],
    properties: describeOperations(),
  }

  /** An item that fails ends the run, unless the node goes on after failures: then it becomes an item with the reason. */
  async execute(this: ExecuteFunctions): Promise<Item[][]> {
    const client = await connect(this)
    const made: Item[] = []
    for (const item of this.getInputData().keys()) {
      const value = (name: string) => this.getNodeParameter(name, item, '')
      try {
        const answer = await findOperation(String(value('resource')), String(value('operation'))).run(client, value)
        const records = (Array.isArray(answer) ? answer : [answer]) as Item['json'][]
        made.push(...records.map((json) => ({ json, pairedItem: { item } })))
      } catch (error) {
        if (!this.continueOnFail()) throw error
        made.push({ json: { error: (error as Error).message }, pairedItem: { item } })
      }
    }
    return [made]
  }
}
