// The little of n8n's interface that these nodes use, written after its public documentation: its own package of types is under a
// licence (Sustainable Use) that this repository does not take in. Nothing of n8n is needed to compile or to test.

export interface Property {
  displayName: string
  name: string
  type: 'options' | 'string' | 'number' | 'boolean' | 'json' | 'multiOptions' | 'dateTime'
  default: unknown
  description?: string
  required?: boolean
  noDataExpression?: boolean
  placeholder?: string
  typeOptions?: { password?: boolean; minValue?: number; maxValue?: number }
  displayOptions?: { show: Record<string, unknown[]> }
  options?: readonly { name: string; value: string; description?: string; action?: string }[]
}

export interface NodeDescription {
  displayName: string
  name: string
  icon: string
  group: string[]
  version: number
  subtitle?: string
  description: string
  defaults: { name: string }
  inputs: string[]
  outputs: string[]
  usableAsTool?: true
  credentials: { name: string; required: boolean }[]
  webhooks?: { name: string; httpMethod: 'POST'; responseMode: 'onReceived'; path: string }[]
  properties: Property[]
}

export interface Item {
  json: Record<string, unknown>
  pairedItem?: { item: number }
}

interface Common {
  getCredentials(name: string): Promise<unknown>
}

/** Tools of a node while it runs. */
export interface ExecuteFunctions extends Common {
  getInputData(): Item[]
  getNodeParameter(name: string, item: number, fallback?: unknown): unknown
  continueOnFail(): boolean
}

/** Tools of a trigger while it is switched on and off. */
export interface HookFunctions extends Common {
  getNodeParameter(name: string, fallback?: unknown): unknown
  getNodeWebhookUrl(name: string): string | undefined
  getWorkflowStaticData(kind: 'node'): Record<string, unknown>
}

/** Tools of a trigger when its address is called. */
export interface WebhookFunctions {
  getHeaderData(): Record<string, string | string[] | undefined>
  getRequestObject(): { rawBody?: Uint8Array }
  getResponseObject(): { status(code: number): { json(body: unknown): unknown } }
  getWorkflowStaticData(kind: 'node'): Record<string, unknown>
}
