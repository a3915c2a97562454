// The order of what the phone sends and reads. A clock would not do: it may be set back between the two.
import { database } from './database.ts'

const TURN = 'turn'

/** The last turn of this page, for a phone that cannot store. */
let last = 0

/** A number larger than every earlier one of this phone, in the page and in its worker. */
export async function takeTurn(): Promise<number> {
  last = await storeTurn().catch(() => last + 1)
  return last
}

async function storeTurn(): Promise<number> {
  return database.transaction('rw', database.settings, database.routes, async () => {
    const known = (await database.settings.get(TURN))?.value as number | undefined
    const turn = Math.max(known ?? (await newestOfClock()), last) + 1
    await database.settings.put({ key: TURN, value: turn })
    return turn
  })
}

/** Earlier versions counted by the phone's clock. */
async function newestOfClock(): Promise<number> {
  const routes = await database.routes.toArray()
  return Math.max(Date.now(), ...routes.map(({ read_at, incoming }) => Math.max(read_at, incoming?.read_at ?? 0)))
}
