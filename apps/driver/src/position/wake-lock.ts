// Keeps the screen on while a route is under way, where the phone allows it.
import { useEffect } from 'react'

export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      // Refused on low battery, for instance: the route goes on without.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) void lock?.release()
    }
    void take()
    // The phone takes the lock away when the page is hidden.
    document.addEventListener('visibilitychange', take)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release()
    }
  }, [isWanted])
}
