// One operation on the reference page: its input, its responses and refusals, and how it is called.
import { type Endpoint, errors, type MessageId } from '@routewright/contract'
import { clientExample, consoleExample, curlExample } from './call-examples.ts'
import { html, type Markup, prose } from './markup.ts'
import { fieldRow, fieldsTable, recordName, type Schema, typeMarkup } from './schema-markup.ts'

/** An operation as the OpenAPI description has it. */
export interface Described {
  description: string
  deprecated?: boolean
  parameters: readonly { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<
    string,
    { description?: string; content?: Record<string, { schema?: Schema; example?: unknown; examples?: object }> }
  >
}

type Records = Readonly<Record<string, Schema>>

export function operationMarkup(endpoint: Endpoint, described: Described, records: Records): Markup {
  const { operationId, method, path, summary } = endpoint
  const words = `${operationId} ${method} ${path} ${summary} ${described.description}`
  return html`<article class="operation" id="${operationId}" data-words="${words.toLowerCase()}">
<div class="about"><h3>${summary}${described.deprecated === true && html` <b class="old">deprecated</b>`}</h3>
<p class="address"><b class="method ${method.toLowerCase()}">${method}</b> <code>${path}</code> <a class="anchor" href="#${operationId}" aria-label="Link to ${summary}">#</a></p>
<p>${prose(described.description)}</p>
${parametersMarkup(described)}${bodyMarkup(described, records)}${answersMarkup(described)}${refusalsMarkup(described)}</div>
<div class="calls">${callsMarkup(endpoint)}${exampleMarkup(described)}</div>
</article>
`
}

/** The console and the client have a key; without one there is curl. */
function callsMarkup(endpoint: Endpoint): Markup {
  const curl = curlExample(endpoint)
  if (endpoint.visibility !== 'public') return callMarkup('curl always', curl)
  const console = JSON.stringify(consoleExample(endpoint))
  return html`<button type="button" class="try" data-try="${console}" aria-label="Try it: ${endpoint.summary}" hidden>Try it</button>${callMarkup('curl', curl)}${callMarkup('ts', clientExample(endpoint))}`
}

function parametersMarkup({ parameters }: Described): Markup {
  if (parameters.length === 0) return html``
  const rows = parameters.map(({ name, required, description, schema, in: place }) => {
    return fieldRow(
      place === 'path' ? `{${name}}` : name,
      { ...schema, description: description ?? schema.description },
      required ? 'sent' : undefined,
    )
  })
  return html`<h4>Parameters</h4><table class="fields">${rows}</table>`
}

function bodyMarkup({ requestBody }: Described, records: Records): Markup {
  if (!requestBody) return html``
  const [[mediaType, { schema }]] = Object.entries(requestBody.content) as [[string, { schema: Schema }]]
  const title = html`<h4>Body ${requestBody.required ? '' : html`<span class="quiet">(may be left out)</span>`}</h4>`
  if (mediaType !== 'application/json')
    return html`${title}<p><code>${mediaType}</code></p>${fieldsTable(schema, 'sent')}`
  const ref = schema.$ref ?? schema.items?.$ref
  const record = ref === undefined ? schema : records[recordName(ref)]!
  const count = Object.keys(record.properties ?? {}).length
  return html`${title}<p>${typeMarkup(schema)}</p>
<details${count <= 12 && html` open`}><summary>${count} fields</summary>${fieldsTable(record, 'sent')}</details>`
}

function answersMarkup({ responses }: Described): Markup {
  const rows = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return html`<h4>Answer</h4><ul class="answers">${rows.map(([status, { content }]) => {
    const schema = content?.['application/json']?.schema
    const [mediaType] = Object.keys(content ?? {})
    return html`<li><b class="status">${status}</b> ${schema ? typeMarkup(schema) : (mediaType ?? 'no body')}</li>`
  })}</ul>`
}

/** The codes of the operation's own refusals; those that all share stand in the introduction. */
function refusalsMarkup({ responses }: Described): Markup {
  const ids = ['400', '403', '404'].flatMap((status) =>
    Object.keys(responses[status]?.content?.['application/json']?.examples ?? {}).map((id) => [status, id] as const),
  )
  const rows = ids.map(
    ([status, id]) =>
      html`<tr><td><b class="status">${status}</b></td><td><code>${id}</code><br><span class="quiet">${getText(id)}</span></td></tr>`,
  )
  return html`<h4>Refusals</h4><details><summary>${ids.length} codes, beside 401, 429 and 500</summary><table class="codes">${rows}</table></details>`
}

function getText(id: string): string {
  return errors[id as MessageId]?.text ?? ''
}

function callMarkup(kind: 'curl' | 'curl always' | 'ts', code: string): Markup {
  return html`<figure class="code" data-call="${kind}"><figcaption><span>${kind === 'ts' ? 'TypeScript' : 'curl'}</span><button type="button" class="copy">Copy</button></figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`
}

function exampleMarkup({ responses }: Described): Markup {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  const example = success?.[1].content?.['application/json']?.example
  if (example === undefined) return html``
  return html`<figure class="code answer"><figcaption><span>Answer ${success![0]}</span></figcaption><pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre></figure>`
}
