// The part of samlp, which brings no types, that the tests' provider uses.
declare module 'samlp' {
  interface SamlRequest {
    method: string
    query: Record<string, string>
    user: unknown
  }
  interface SamlReply {
    set(name: string, value: string): void
    send(body: string | number): void
  }
  interface Options {
    issuer: string
    cert: string
    key: string
    getPostURL(audience: string, request: unknown, http: unknown, done: (error: null, url: string) => void): void
    profileMapper(user: unknown): {
      getClaims(): Record<string, string | string[]>
      getNameIdentifier(): { nameIdentifier: string; nameIdentifierFormat?: string }
    }
    recipient?: string
    destination?: string
    responseHandler?(response: Buffer, options: { postUrl: string }, request: SamlRequest, reply: SamlReply): void
  }
  const samlp: {
    auth(options: Options): (request: SamlRequest, reply: SamlReply, next: (error: Error) => void) => void
  }
  export default samlp
}
