// The operations as they are described: those beyond the interface with examples that tests of the service have recorded.
import { readFileSync } from 'node:fs'
import { type Endpoint, type EndpointExamples, endpoints } from '@routewright/contract'

/** Written by scripts/choose-examples.ts. */
const file = new URL('recorded-examples.json', import.meta.url)

/** Reads the examples; the descriptions and their pages are made once in a process. */
export function describeOperations(): readonly Endpoint[] {
  const recorded: Record<string, EndpointExamples> = JSON.parse(readFileSync(file, 'utf8'))
  return endpoints.map((endpoint) => {
    const examples = recorded[endpoint.operationId]
    return examples ? { ...endpoint, examples: { ...examples, ...endpoint.examples } } : endpoint
  })
}
