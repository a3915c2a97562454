/** Exports for reading and writing VROOM's JSON in programs other than the command. */

export { asFormatError, FormatError } from './format-error.ts'
export { toVroomInstance, type VroomInstance } from './vroom.ts'
export { type VroomAnswer, writeVroom } from './vroom-answer.ts'
export { unknownKey } from './vroom-keys.ts'
