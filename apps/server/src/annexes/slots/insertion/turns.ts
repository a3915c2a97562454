// Lets callers of one process who would wait for the same lock take turns before they take a connection of the database.

/**
 * Lets callers wait for their turn without a database connection. Waiting for a database lock keeps a connection, and hundreds of
 * waiting calls would use them all. The lock itself stays in the database, for the other processes.
 */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>()

  /** Does the work when all that was asked for under this name before is done. Rejects as the work does. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(name)
    const mine = before ? before.then(work, work) : work()
    this.last.set(name, mine)
    try {
      return await mine
    } finally {
      if (this.last.get(name) === mine) this.last.delete(name)
    }
  }
}
