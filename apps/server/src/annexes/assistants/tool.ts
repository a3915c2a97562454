// Definition of an assistant's tool: a task with a schema that works by calling operations as the key's user.
import type { OperationId } from '@routewright/contract'
import type { Static, TObject } from 'typebox'
import type { Services } from '../../frame/platform/services.ts'
import type { Call } from './operations.ts'
import type { Propose } from './proposals.ts'

/** Services available to a tool. */
export interface ToolContext {
  call: Call
  services: Services
  propose: Propose
  /** Applies the proposal of a token; see proposals.ts. */
  apply(token: string): Promise<object>
}

/** reads: changes nothing. proposes: returns a preview with a token. changes: does something. */
export type ToolKind = 'reads' | 'proposes' | 'changes'

export interface Tool {
  name: string
  title: string
  description: string
  kind: ToolKind
  /** True when its effect cannot be undone. */
  isDestructive?: boolean
  /** The operations by which it looks: those that only read, and others with `preview`. It can call no further ones. */
  looks: readonly OperationId[]
  /** The operations by which it changes something; the calls of a proposal are those of `apply`. */
  changes?: readonly OperationId[]
  input: TObject
  run(input: never, context: ToolContext): Promise<object>
}

/** Declares a tool; what it runs gets what its schema promises. */
export function tool<Input extends TObject>(
  declaration: Omit<Tool, 'input' | 'run'> & {
    input: Input
    run(input: Static<Input>, context: ToolContext): Promise<object>
  },
): Tool {
  return declaration as unknown as Tool
}

/** A refusal of a tool, in words that the assistant can act on. */
export class ToolRefusal extends Error {
  readonly messageId: string

  constructor(message: string, messageId = 'highway.validation.error.invalid_payload') {
    super(message)
    this.messageId = messageId
  }
}

/** Refuses one field of the input. */
export function refuseField(field: string, reason: string): ToolRefusal {
  return new ToolRefusal(`${field}: ${reason}`)
}
