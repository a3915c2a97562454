// The part of oidc-provider, which brings no types, that the tests' provider uses.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Account {
    accountId: string
    claims(): Promise<Record<string, unknown>>
  }
  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  interface Context {
    oidc: {
      provider: Provider
      client: { clientId: string }
      session: { accountId: string }
    }
  }
  export interface Configuration {
    clients: object[]
    cookies: { keys: string[] }
    claims: Record<string, string[]>
    conformIdTokenClaims: boolean
    pkce: { required(): boolean }
    ttl: Record<string, number>
    features: object
    interactions: { url(context: Context, interaction: { uid: string }): string }
    findAccount(context: Context, id: string): Promise<Account>
    loadExistingGrant(context: Context): Promise<Grant>
  }
  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    Grant: new (of: {
      clientId: string
      accountId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } },
    ): Promise<void>
  }
  export default Provider
}
