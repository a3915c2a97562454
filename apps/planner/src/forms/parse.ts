// Asks the worker to read a file or pasted text.
import type { ParseAnswer, ParseOrder } from './parse.worker.ts'

export function parseSource(order: ParseOrder): Promise<ParseAnswer> {
  const worker = new Worker(new URL('./parse.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ParseAnswer>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<ParseAnswer>) => resolve(data)
    worker.onerror = () => resolve({ problem: 'unreadable' })
    worker.postMessage(order)
  }).finally(() => worker.terminate())
}
