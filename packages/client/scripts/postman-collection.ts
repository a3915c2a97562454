// Makes a Postman collection (form v2.1.0) from the description at /openapi.json.

export interface Description {
  info: { title: string; version: string; description: string }
  tags: readonly { name: string; description?: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

interface DescribedOperation {
  operationId: string
  summary: string
  tags: readonly string[]
  parameters: readonly { in: string; name: string; required?: boolean; description?: string }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}

/** Folders by tag, one request an operation, address and key as variables of the collection. */
export function postmanCollection({ info, tags, paths }: Description) {
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      item: getItem(method, path, operation),
    })),
  )
  return {
    info: {
      name: info.title,
      description: info.description,
      version: info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'private_key', type: 'string' },
        { key: 'value', value: '{{private_key}}', type: 'string' },
        { key: 'in', value: 'query', type: 'string' },
      ],
    },
    variable: [
      { key: 'base_url', value: 'http://127.0.0.1:8080', type: 'string' },
      { key: 'private_key', value: '', type: 'string' },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description: description ?? '',
      item: requests.filter(({ tag }) => tag === name).map(({ item }) => item),
    })),
  }
}

function getItem(method: string, path: string, { operationId, summary, parameters, requestBody }: DescribedOperation) {
  // Postman writes a parameter of the path as :id.
  const steps = path
    .slice(1)
    .replace(/\{(\w+)\}/g, ':$1')
    .split('/')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const query = inQuery.map(({ name, required, description }) => ({
    key: name,
    value: '',
    description: description ?? '',
    disabled: required !== true,
  }))
  const asked = query.filter(({ disabled }) => !disabled).map(({ key }) => `${key}=`)
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description: operationId,
      header: [],
      url: {
        raw: `{{base_url}}/${steps.join('/')}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
        host: ['{{base_url}}'],
        path: steps,
        query,
        variable: parameters
          .filter((parameter) => parameter.in === 'path')
          .map(({ name, description }) => ({
            key: name,
            value: '',
            description: description ?? '',
          })),
      },
      ...getBody(requestBody),
    },
    response: [],
  }
}

function getBody(requestBody: DescribedOperation['requestBody']) {
  if (!requestBody) return {}
  const json = requestBody.content['application/json']
  if (!json) return { body: { mode: 'formdata', formdata: [{ key: 'file', type: 'file', src: [] }] } }
  const raw = JSON.stringify(json.example ?? {}, null, 2)
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
}
