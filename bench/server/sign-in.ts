// Somebody who signs in to a service that is measured, as a browser does.

/** The cookie of the session. Throws when the service refuses. */
export async function signIn(address: string, login: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${address}/app/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify(login),
  })
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
}
