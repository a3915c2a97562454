import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it } from 'vitest'
import { mapFile, unmapFile, viewMapping } from './mapped-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'roads-mapped-'))
afterAll(() => rmSync(folder, { recursive: true }))

// On Windows files are read into memory instead.
describe.skipIf(process.platform === 'win32')('a mapped file', () => {
  const text = 'streets and turns '.repeat(1_000)
  const path = join(folder, 'file')
  const mapped = () => {
    writeFileSync(path, text)
    const descriptor = openSync(path, 'r')
    const mapping = mapFile(descriptor, text.length)
    closeSync(descriptor)
    return mapping!
  }

  it('is read as memory, also after it was closed and deleted', () => {
    const mapping = mapped()
    rmSync(path)
    expect(Buffer.from(viewMapping(mapping)).toString()).toBe(text)
    unmapFile(mapping)
  })

  it('is the same memory in another thread', async () => {
    const mapping = mapped()
    const code = `
      const { viewMapping } = await import(${JSON.stringify(import.meta.resolve('./mapped-file.ts'))})
      const { parentPort, workerData } = await import('node:worker_threads')
      parentPort.postMessage(Buffer.from(viewMapping(workerData)).toString())`
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData: mapping })
    const read = await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    await worker.terminate()
    unmapFile(mapping)
    expect(read).toBe(text)
  })

  it('is not mapped where there is nothing to map', () => {
    const descriptor = openSync(path, 'r')
    expect(mapFile(descriptor, 0)).toBeUndefined()
    closeSync(descriptor)
    expect(mapFile(descriptor, 10)).toBeUndefined()
  })
})
