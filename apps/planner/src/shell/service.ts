// The planner's calls: one service for all screens, which asks for the password again where the session has ended, and for consent where
// a call would break what was promised to customers.
import { type BrokenPromises, createService, ServiceError, type Waiting } from '@routewright/client/service'
import { create } from 'zustand'

interface ConnectionState {
  waiting: Waiting | undefined
  /** Somebody must sign in again before calls go on. */
  isSignInNeeded: boolean
}

/** State of the banner and the sign-in dialog. */
export const useConnection = create<ConnectionState>(() => ({ waiting: undefined, isSignInNeeded: false }))

let signedInAgain: { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } | undefined

/** All calls that meet an ended session share one question. */
function askForSignIn(): Promise<void> {
  if (!signedInAgain) {
    signedInAgain = Promise.withResolvers<void>()
    useConnection.setState({ isSignInNeeded: true })
  }
  return signedInAgain.promise
}

/** Lets the waiting calls go on, or fail when nobody signs in. */
export function endSignIn(isSignedIn: boolean): void {
  const asked = signedInAgain
  signedInAgain = undefined
  useConnection.setState({ isSignInNeeded: false })
  if (isSignedIn) asked?.resolve()
  else asked?.reject(new ServiceError('Signed out.', 401))
}

/** A call that waits for somebody to agree that it breaks promises. */
export interface AskedConsent {
  broken: BrokenPromises
  /** With the name of who agrees; undefined: the call fails. */
  answer(name: string | undefined): void
}

/** In the sequence in which they came; the dialog shows the first. */
export const useConsent = create<{ asked: readonly AskedConsent[] }>(() => ({ asked: [] }))

function askForConsent(broken: BrokenPromises): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked: AskedConsent = {
      broken,
      answer(name) {
        useConsent.setState((state) => ({ asked: state.asked.filter((consent) => consent !== asked) }))
        resolve(name)
      },
    }
    useConsent.setState((state) => ({ asked: [...state.asked, asked] }))
  })
}

const service = createService({
  signInAgain: askForSignIn,
  agree: askForConsent,
  onWaiting: (waiting) => {
    if (useConnection.getState().waiting !== waiting) useConnection.setState({ waiting })
  },
})

/** `call(operations.listPlans, { project_id })`: see @routewright/client/service. */
export const { call, receive } = service
