// Beep and buzz: a driver looks at the parcel, not at the screen.

let audio: AudioContext | undefined

export function signal(kind: 'right' | 'wrong', isLoud: boolean): void {
  navigator.vibrate?.(kind === 'right' ? 60 : [200, 80, 200])
  if (!isLoud) return
  try {
    audio ??= new AudioContext()
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    const lasts = kind === 'right' ? 0.1 : 0.45
    tone.type = kind === 'right' ? 'sine' : 'square'
    tone.frequency.value = kind === 'right' ? 1_320 : 220
    volume.gain.value = 0.15
    tone.connect(volume).connect(audio.destination)
    tone.start()
    tone.stop(audio.currentTime + lasts)
  } catch {
    // A phone without sound still buzzes and shows.
  }
}
