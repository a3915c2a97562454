// Refusals in the form that OAuth prescribes: a code, and a sentence for whoever writes the program.

/** The codes of RFC 6749, 7591 and 8707 that are used here. */
export type RefusalCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_response_type'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'

export class SignInRefusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

export function refusalBody({ code, message }: SignInRefusal) {
  return { error: code, error_description: message }
}
