// Problems in the form of VROOM.
import type { Annex } from '../annexes.ts'
import { listenForVroom, mountVroom } from './vroom.http.ts'

export const vroom: Annex = {
  name: 'vroom',
  mount: mountVroom,
  listen: listenForVroom,
}
