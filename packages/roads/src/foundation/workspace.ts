// Temporary files of one build, next to its output: opened by name, closed individually or all at the end.

import { SpillStore } from './spill-store.ts'

export interface WorkspaceOptions {
  /** Path prefix of each temporary file. */
  path: string
  /** Memory of each store before it uses the disk; default 96 MB. */
  memoryBytes?: number
}

export class Workspace {
  private readonly options: WorkspaceOptions
  private readonly stores = new Map<string, SpillStore>()

  constructor(options: WorkspaceOptions) {
    this.options = options
  }

  open(name: string): SpillStore {
    const { path, memoryBytes = 96e6 } = this.options
    const store = new SpillStore({ path: `${path}.${name}`, memoryBytes })
    this.stores.set(name, store)
    return store
  }

  /** Frees a store's memory and room on the disk. */
  close(name: string): void {
    this.stores.get(name)?.close()
    this.stores.delete(name)
  }

  closeAll(): void {
    for (const name of [...this.stores.keys()]) this.close(name)
  }
}
