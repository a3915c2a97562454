// Thread that runs queries on a shared image, one task after another.

import { parentPort, workerData } from 'node:worker_threads'
import { RoadGraph } from '../engine/road-graph.ts'
import { RoadsError } from '../foundation/errors.ts'
import { type SharedImage, viewShared } from '../image/image.ts'
import { LoadedTable } from '../places/loaded-table.ts'
import type { QueryAnswer, QueryResults, QueryTask } from './messages.ts'

const port = parentPort
if (!port) throw new Error('query.worker runs in a worker thread only')
const graph = new RoadGraph(viewShared(workerData as SharedImage))
/** The large matrix in progress; small ones run in between and use the graph's own table. */
const largeTable = new LoadedTable()

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
    case 'drive':
      return graph.drive(task.points, task)
    case 'trace':
      return graph.trace(task.positions, task)
    case 'nearest':
      return graph.nearest(task.point, task.most)
    case 'snap':
      return task.points.map((point) => graph.snap(point))
    case 'reach':
      return graph.reach(task.point, task.times)
    case 'shares':
      return task.beside ? graph.addOwnShares(task.beside) : graph.sharedArcShares()
    case 'matrix':
      return graph.matrix(task.sources, task.targets, task.shares !== undefined)
    case 'place':
      return graph.placeAll(task.points, task.first)
    case 'cut':
      return graph.cutTable(task.starts, task.ends, task.shares !== undefined).part
    case 'load':
      largeTable.load(task.parts)
      return undefined
    case 'rows':
      // A thread that replaced a dead one holds no table.
      if (!largeTable.isLoaded) throw new RoadsError('worker_failed', 'the thread was replaced during the matrix')
      graph.fillRows(largeTable, task.firstStart, task.rows, task.matrix)
      return undefined
    case 'unload':
      largeTable.giveBack()
      return undefined
  }
}
