// Credentials for a Routewright service: its address and an API key.
import type { Property } from '../n8n.ts'

export class RoutewrightApi {
  name = 'routewrightApi'
  displayName = 'Routewright API'
  documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-routewright'
  properties: Property[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      placeholder: 'https://routes.example.com',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
    },
  ]
  authenticate = { type: 'generic', properties: { qs: { private_key: '={{$credentials.apiKey}}' } } } as const
  /** Asked when the credentials are saved. */
  test = { request: { baseURL: '={{$credentials.baseUrl}}', url: '/v2/projects' } } as const
}
