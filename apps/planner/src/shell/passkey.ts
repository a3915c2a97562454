// Asks the browser for a passkey; what it says when its owner gives up becomes a sentence.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { NoPasskey } from './no-passkey.ts'

type Options = Record<string, unknown>

export async function askPasskey(options: Options) {
  return await orNone(startAuthentication({ optionsJSON: options as never }))
}

export async function makePasskey(options: Options) {
  return await orNone(startRegistration({ optionsJSON: options as never }))
}

async function orNone<Answer>(asked: Promise<Answer>): Promise<Answer> {
  return await asked.catch((error: Error) => {
    throw new NoPasskey(error.message, { cause: error })
  })
}
