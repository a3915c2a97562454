// A service of its own for pictures: on any free port, with data that are gone when it is stopped.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** `start` has the demo day, `serve` nobody has set up yet: its first start prints the link. */
export async function startService(command: 'start' | 'serve', options: string[] = []) {
  const directory = mkdtempSync(join(tmpdir(), 'routewright-screens-'))
  const program = join(root, 'apps', 'server', 'bin', 'routewright.mjs')
  const child = spawn(
    process.execPath,
    [program, command, '--json', '--port', '0', '--data-dir', directory, ...options],
    { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, LOG_LEVEL: 'error' } },
  )
  // A failure between here and `stop` must not leave a service behind.
  process.once('exit', () => child.kill())
  const line = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
      const ready = /^\{.*"base_url".*\}$/m.exec(text)
      if (ready) resolve(ready[0])
    })
    child.once('exit', () => reject(new Error(`The service did not start by "${command}".`)))
  })
  const { base_url, setup_url } = JSON.parse(line) as { base_url: string; setup_url: string }
  return {
    address: base_url,
    setupUrl: setup_url,
    directory,
    stop() {
      child.once('exit', () => rmSync(directory, { recursive: true, force: true }))
      child.kill()
    },
  }
}
