import { expect, test } from 'vitest'
import { startTestServer, useTestServer } from '../../../test/harness.ts'

const silent = useTestServer()
const path = '/.well-known/security.txt'

test('whoever finds a weakness is told whom to tell, where the service knows it', async () => {
  const server = await startTestServer({ config: { securityContact: 'mailto:safe@example.com' } })
  try {
    const { status, text, headers } = await server.call('GET', path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(text).toContain('Contact: mailto:safe@example.com\n')
    // A year after the day on which it is asked for.
    expect(text).toContain('Expires: 2027-03-02T00:00:00.000Z\n')
    expect(text).toMatch(/^Canonical: http.*\/\.well-known\/security\.txt$/m)
  } finally {
    await server.stop()
  }
})

test('nobody is named where nobody is known', async () => {
  expect((await silent.call('GET', path)).status).toBe(404)
})
