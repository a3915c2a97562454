// The page between a SAML provider and the planner: it forwards what the provider's page posted.
import { invalidPayload } from '../../frame/platform/api-error.ts'

/**
 * Returns a page that forwards the response to the planner. The response arrives as a form from another site, so without the
 * cookie that binds the sign-in to its browser. This page therefore redirects to a page of the planner, with the response after
 * the #, which no server sees, and that page calls with the cookie. It runs no script, and text from the provider appears in it
 * only percent-encoded. Throws invalid_payload.
 */
export function onwardPage(posted: URLSearchParams, planner: string): string {
  const parts = ['SAMLResponse', 'RelayState'].map((name) => {
    const value = posted.get(name)
    if (!value) throw invalidPayload(name, 'must be sent by the form of the provider')
    return `${name}=${encodeURIComponent(value).replace(/'/g, '%27')}`
  })
  const address = `${planner}#${parts.join('&amp;')}`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Routewright</title>
<p><a href="${address}">Continue</a></p>
</html>
`
}

export const onwardPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
