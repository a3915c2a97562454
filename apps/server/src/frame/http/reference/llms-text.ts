// A description of the interface for programs that read rather than click (llmstxt.org): a summary, then links with a line each.
import { describedParts, type Endpoint, interfacePart } from '@routewright/contract'

/** The text for the public ones among these operations; links are whole addresses. */
export function llmsText(all: readonly Endpoint[], publicBase: string): string {
  const shown = all.filter(({ visibility }) => visibility === 'public')
  const tags = [...new Set(shown.map(({ tag }) => tag))]
  const link = (name: string, path: string, text: string) => `- [${name}](${publicBase}${path}): ${text}`
  const others = describedParts.filter((part) => part !== interfacePart)
  return [
    '# Routewright',
    '> Plans, dispatches and tracks daily delivery and field-service work: stops, vehicles and routes on real roads, live times, proofs of delivery.',
    `Requests and answers are JSON. Every call carries the query parameter \`private_key\`; an administrator makes keys in the planner (Settings → API keys). Records belong to a project; a plan is one day of it, with routes and stops. Times of day are seconds after midnight of the plan's day, moments ISO 8601 in UTC, distances metres, durations seconds. A refusal has \`message_id\`, for programs, and \`message\`, for people.`,
    [
      '## Descriptions',
      link('OpenAPI 3.1', '/openapi.json', 'every operation, record and event'),
      link('OpenAPI 2.0', '/swagger.json', 'the same for older tools'),
      link('Documents', '/docs/', 'tutorials, how-tos, explanations, operations'),
      link('Repeating calls', '/docs/repeat-safely/', 'what a call does that is sent twice, and how to send it once'),
      link('Reference', '/docs/reference', 'the same for people, with examples and a console'),
      link('Changes', '/docs/changes', 'what programs may notice, newest first'),
      link('Versions', '/docs/versions', 'what may change, and what will not'),
    ].join('\n'),
    assistantLinks(link),
    [
      '## Beyond the interface',
      ...others.map(({ info, path, tags: own }) => link(info.title, path, listNames(own))),
    ].join('\n'),
    ...tags.map((tag) =>
      [
        `## ${tag}`,
        ...shown
          .filter((endpoint) => endpoint.tag === tag)
          .map(({ operationId, method, path, summary }) =>
            link(`${method} ${path}`, `/docs/reference#${operationId}`, summary),
          ),
      ].join('\n'),
    ),
  ].join('\n\n')
}

function listNames(tags: readonly { name: string }[]): string {
  return tags.map(({ name }) => name.toLowerCase()).join(', ')
}

function assistantLinks(link: (name: string, path: string, text: string) => string): string {
  return [
    '## Assistants',
    link(
      'MCP server',
      '/mcp',
      'Model Context Protocol over HTTP (POST, no sessions). The key goes into the header `x-api-key` or `Authorization: Bearer`. Tools are tasks of a dispatcher (find, explain, which windows could be promised, what a change would cost) and only read',
    ),
    link(
      'MCP server that writes',
      '/mcp?write=1',
      'the same with tools that propose changes and apply them by the token of a proposal, for keys whose user may change a project',
    ),
    link(
      'Signing in to the MCP server',
      '/.well-known/oauth-protected-resource/mcp',
      'OAuth 2.1 instead of a key: authorization code with PKCE (S256), programs register themselves; a person allows reading, or also proposing, and which projects',
    ),
  ].join('\n')
}
