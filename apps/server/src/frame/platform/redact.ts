// Takes secrets out of text before it reaches a log, an error page or a file.

const patterns: readonly [RegExp, string][] = [
  // Redacts any value of the parameter, key or not, also inside encoded URLs.
  [/(private_key(?:=|%3D|\\?"\s*:\s*\\?"))[^&\s"'\\<>#]+/gi, '$1[redacted]'],
  // The secrets of this service by their prefixes, wherever they stand.
  [
    /\b(api_key|rw_session|rw_driver|rw_track|rw_week|rw_admin|rw_administration|whsec)_[A-Za-z0-9+/=_-]+/g,
    '$1_[redacted]',
  ],
  // Secrets of addresses that other programs call, of proposals and of assistants that signed in: letters and digits only, and too long for a word.
  [/\b(in|gps|cal|apply|inside|assistant_(?:access|refresh|code))_[A-Za-z0-9]{16,}/g, '$1_[redacted]'],
  // Tokens of recipients, drivers, mails and pictures stand in the path.
  [
    /(\/(?:t|d|invite|reset|setup|password|track\/v1|checkout\/v1|i\/[0-9a-f]{24})\/)[A-Za-z0-9_-]{16,}/g,
    '$1[redacted]',
  ],
  // Keys for servers, up to the end of the text that they stand in.
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----(?:(?!\\?")[\s\S])*/g, '[redacted]'],
  [/((?:authorization|cookie|set-cookie)"?\s*[:=]\s*"?)[^"\r\n]+/gi, '$1[redacted]'],
  [/(\\?"(?:password|password_hash|passphrase|signing_secret|token|pin)\\?"\s*:\s*\\?")[^"\\]*/gi, '$1[redacted]'],
  [/(\b(?:postgres|postgresql|smtps?):\/\/[^:@/\s]*:)[^@/\s]+@/gi, '$1[redacted]@'],
]

/** The text with every API key, token, password and cookie replaced. */
export function redactSecrets(text: string): string {
  let clean = text
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement)
  return clean
}
