// What programs read before they sign in: the metadata of /mcp (RFC 9728) and of the authorization server (RFC 8414).
import { assistantScopes } from '@routewright/contract'

/** The identifier of what tokens are for (RFC 8707). */
export function resourceAddress(base: string): string {
  return `${base}/mcp`
}

/** Where the metadata of /mcp lies, as a 401 tells it. */
export function resourceMetadataAddress(base: string): string {
  return `${base}/.well-known/oauth-protected-resource/mcp`
}

export function describeResource(base: string) {
  return {
    resource: resourceAddress(base),
    authorization_servers: [base],
    scopes_supported: assistantScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Routewright',
    resource_documentation: `${base}/docs/assistants`,
  }
}

export function describeAuthorizationServer(base: string) {
  return {
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    registration_endpoint: `${base}/oauth/register`,
    revocation_endpoint: `${base}/oauth/revoke`,
    scopes_supported: assistantScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${base}/docs/assistants`,
  }
}

/** Whether a program asks for a token of this service: by the address of /mcp, with any query, or by none. */
export function isOwnResource(base: string, resource: string | undefined): boolean {
  if (resource === undefined) return true
  if (!URL.canParse(resource)) return false
  const { origin, pathname, hash } = new URL(resource)
  return hash === '' && `${origin}${pathname}` === resourceAddress(base)
}
