// A storage while files move from one place to another: new files go to the new place, and all are read from both.
import type { Storage } from './storage.ts'

/** `place` takes new files; what it does not have is looked for in `former`. */
export function joinPlaces(place: Storage, former: Storage): Storage {
  return {
    place: place.place,
    putFile: (key, bytes) => place.putFile(key, bytes),
    // A file that moves while it is looked for was not there the first time, and is gone from the former place: once more, then.
    findFile: async (key) => (await place.findFile(key)) ?? (await former.findFile(key)) ?? (await place.findFile(key)),
    hasFile: async (key) => (await place.hasFile(key)) || (await former.hasFile(key)) || (await place.hasFile(key)),
    // The former place first: who moves the file takes its copy back when it finds it gone there (move-files.ts).
    async deleteFile(key) {
      await former.deleteFile(key)
      await place.deleteFile(key)
    },
    async *listKeys() {
      yield* place.listKeys()
      for await (const key of former.listKeys()) if (!(await place.hasFile(key))) yield key
    },
    async check() {
      await place.check()
      await former.check()
    },
  }
}
