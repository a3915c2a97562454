// Limits how long to wait for a result.

/** Returns the result of the work; throws an error with this text once it has taken longer. The work itself continues. */
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
