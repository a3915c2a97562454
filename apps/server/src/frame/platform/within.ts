// Waiting for an answer, but not for ever.

/** What the work answers; throws an error with this text once it has taken longer. The work itself goes on. */
export async function within<T>(milliseconds: number, tooLate: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(tooLate)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
