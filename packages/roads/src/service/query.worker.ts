// Thread that answers queries on a shared image, one task after another.

import { parentPort, workerData } from 'node:worker_threads'
import { RoadGraph } from '../engine/road-graph.ts'
import { RoadsError } from '../foundation/errors.ts'
import type { BucketEntries } from '../hierarchy/many-to-many.ts'
import { viewImage } from '../image/image.ts'
import { TargetTable } from '../places/target-table.ts'
import type { QueryAnswer, QueryResults, QueryTask, SharedImage } from './messages.ts'

const port = parentPort
if (!port) throw new Error('query.worker runs in a worker thread only')
const { facts, lengths, memory } = workerData as SharedImage
const graph = new RoadGraph(viewImage(facts, lengths, memory))
/** Targets of the large matrix under way; small matrices come in between and use the graph's own. */
const largeTargets = new TargetTable(facts.stateCount)
let isLoaded = false

port.on('message', (task: QueryTask) => {
  let answer: QueryAnswer
  try {
    answer = { result: run(task) }
  } catch (error) {
    const code = error instanceof RoadsError ? error.code : 'worker_failed'
    answer = { failure: { code, message: (error as Error).message } }
  }
  port.postMessage(answer)
})

function run(task: QueryTask): QueryResults[QueryTask['kind']] {
  if ('shares' in task && task.shares) graph.takeArcShares(task.shares)
  switch (task.kind) {
    case 'path':
      return graph.path(task.points)
    case 'match':
      return graph.match(task.positions)
    case 'snap':
      return task.points.map((point) => graph.snap(point))
    case 'reach':
      return graph.reach(task.point, task.times)
    case 'shares':
      return graph.arcShares()
    case 'matrix':
      return graph.matrix(task.sources, task.targets, task.shares !== undefined)
    case 'prepare': {
      const part = graph.prepareTargets(task.targets, task.firstTarget, task.shares !== undefined)
      return { ...part, entries: shareEntries(part.entries) }
    }
    case 'load':
      largeTargets.fill(task.parts)
      isLoaded = true
      return undefined
    case 'rows':
      // A thread that took the place of a dead one holds no targets: its rows would look unreachable.
      if (!isLoaded) throw new RoadsError('worker_failed', 'the thread was replaced during the matrix')
      graph.fillRows(largeTargets, task.sources, task.matrix, task.firstRow)
      return undefined
    case 'unload':
      largeTargets.clear()
      isLoaded = false
      return undefined
  }
}

/** Entries go to every thread: in shared memory they go there without copies. */
function shareEntries(entries: BucketEntries): BucketEntries {
  const count = entries.ranks.length
  const ranks = new Int32Array(new SharedArrayBuffer(count * 4))
  const targets = new Int32Array(new SharedArrayBuffer(count * 4))
  const costs = new Float64Array(new SharedArrayBuffer(count * 8))
  ranks.set(entries.ranks)
  targets.set(entries.targets)
  costs.set(entries.costs)
  if (!entries.sums) return { ranks, targets, costs }
  const sums = new Float64Array(new SharedArrayBuffer(count * 8))
  sums.set(entries.sums)
  return { ranks, targets, costs, sums }
}
