/** What programs beside the command need of VROOM's JSON. */

export { FormatError } from './format-error.ts'
export { toVroomInstance, type VroomInstance } from './vroom.ts'
export { type VroomAnswer, writeVroom } from './vroom-answer.ts'
