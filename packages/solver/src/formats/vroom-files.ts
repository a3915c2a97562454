/** What programs beside the command need of VROOM's JSON. */

export { asFormatError, FormatError } from './format-error.ts'
export { toVroomInstance, type VroomInstance } from './vroom.ts'
export { type VroomAnswer, writeVroom } from './vroom-answer.ts'
export { unknownKey } from './vroom-keys.ts'
