/** Worker threads that take orders one at a time and report each. */
import { Worker } from 'node:worker_threads'

/**
 * Young-generation heap of each thread: threads allocate few short-lived objects, and would fill a larger heap before collecting them.
 */
const youngMegabytes = 2

export class Crew<Order, Report> {
  readonly size: number
  private readonly workers: Worker[]

  /** One thread per setup, each running the module at `file` with its setup as `workerData`. */
  constructor(file: URL, setups: readonly unknown[]) {
    this.size = setups.length
    this.workers = setups.map(
      (workerData) => new Worker(file, { workerData, resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes } }),
    )
  }

  /** Sends one order to each of the first workers and waits for their reports. */
  run(orders: Order[]): Promise<Report[]> {
    return Promise.all(orders.map((order, index) => this.ask(this.workers[index]!, order)))
  }

  /** Works through any number of orders: a worker that has reported takes the next one, until `isOver` says that none is taken any more. */
  async runAll(
    orders: readonly Order[],
    isOver: () => boolean,
    onReport: (report: Report, index: number) => void,
  ): Promise<void> {
    const queue = [...orders.entries()].reverse()
    const work = async (worker: Worker): Promise<void> => {
      for (let next = queue.pop(); next !== undefined && !isOver(); next = queue.pop()) {
        const [index, order] = next
        onReport(await this.ask(worker, order), index)
      }
    }
    await Promise.all(this.workers.map(work))
  }

  private ask(worker: Worker, order: Order): Promise<Report> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        worker.off('message', onMessage)
        worker.off('error', onError)
        worker.off('exit', onExit)
      }
      const onMessage = (report: Report): void => {
        settle()
        resolve(report)
      }
      const onError = (error: Error): void => {
        settle()
        reject(error)
      }
      const onExit = (code: number): void => {
        settle()
        reject(new Error(`a search thread ended with code ${code}`))
      }
      worker.on('message', onMessage)
      worker.on('error', onError)
      worker.on('exit', onExit)
      worker.postMessage(order)
    })
  }

  async dismiss(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()))
  }
}
