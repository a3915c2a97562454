// Running other programs: waiting for their end, passing signals on, and keeping what they print where it belongs.

import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './paths.mjs'

/**
 * Runs a program to its end and returns its exit code (128 + n after signal n). Passes signals on; a terminal's Ctrl-C therefore
 * arrives twice, once from the terminal and once from here, and must be taken as one.
 */
export function run(command, args, { onStart, ...options } = {}) {
  return new Promise((done, refuse) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
    onStart?.(child)
    const passOn = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, passOn)
    child.once('error', refuse)
    // Closed: everything that it printed was read.
    child.once('close', (code, signal) => {
      for (const name of signals) process.off(name, passOn)
      done(signal ? 128 + (SIGNAL_NUMBERS[signal] ?? 0) : (code ?? 1))
    })
  })
}

/** Runs a program and returns `{ code, out }` with all its output, stdout and stderr together. */
export async function runGathered(command, args) {
  const parts = []
  const code = await run(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    onStart: ({ stdout, stderr }) => {
      for (const stream of [stdout, stderr]) stream.on('data', (part) => parts.push(part))
    },
  })
  return { code, out: Buffer.concat(parts).toString() }
}

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

/** Runs a short program silently: `{ ok, out }` with its stdout and stderr together. */
export function tryRun(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', ...options })
  return { ok: result.status === 0, out: `${result.stdout ?? ''}${result.stderr ?? ''}` }
}

/** A program of the installed dependencies, started by the running Node: no shell and no PATH is involved. */
export function runTool(entry, args, options = {}) {
  return run(process.execPath, [join(ROOT, 'node_modules', entry), ...args], options)
}

/** npm, by the copy that started this script where there is one, else the one on the path. Its output goes to stderr. */
export function runNpm(args) {
  const stdio = ['ignore', 2, 2]
  const script = process.env.npm_execpath
  if (script && /\.[cm]?js$/.test(script)) return run(process.execPath, [script, ...args], { stdio })
  return run('npm', args, { stdio, shell: process.platform === 'win32' })
}
