// The camera that reads codes, with lamp and typing by hand; what a code means is the screen's to say.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RoundButton } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { decodeFrame } from './decode.ts'

interface Props {
  onCode: (code: string, isTyped: boolean) => void
  onClose: () => void
  /** Above the picture: what is looked for, how much is done. */
  title: string
  hint?: string
}

/** Wide enough for a parcel label, small enough for an old phone. */
const FRAME_WIDTH = 1_024
const PAUSE_MILLISECONDS = 80
/** The same code in view is told once in so long. */
const SAME_MILLISECONDS = 2_500

type Camera = 'starting' | 'running' | 'denied' | 'missing'

export function Scanner({ onCode, onClose, title, hint }: Props) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const tell = useRef(onCode)
  tell.current = onCode
  const isTyping = useRef(false)
  const [camera, setCamera] = useState<Camera>('starting')
  const [track, setTrack] = useState<MediaStreamTrack>()

  useEffect(() => {
    const over = new AbortController()
    void openCamera(over.signal, video.current!, setTrack).then(
      () => {
        setCamera('running')
        void readFrames(over.signal, video.current!, (code) => isTyping.current || tell.current(code, false))
      },
      (error: Error) => !over.signal.aborted && setCamera(error.name === 'NotAllowedError' ? 'denied' : 'missing'),
    )
    return () => over.abort()
  }, [])

  return (
    <div className="scanner" role="dialog" aria-modal="true" aria-label={title}>
      <header>
        <div className="grow">
          <strong>{title}</strong>
          {hint && <p>{hint}</p>}
        </div>
        {track && <Lamp track={track} />}
        <RoundButton icon="close" label={t('action.close')} onClick={onClose} />
      </header>
      <div className="viewfinder">
        <video ref={video} playsInline muted autoPlay />
        {camera === 'running' && <div className="frame" aria-hidden="true" />}
        {camera === 'starting' && <p>{t('scan.starting')}</p>}
        {camera === 'denied' && <p role="alert">{t('scan.denied')}</p>}
        {camera === 'missing' && <p role="alert">{t('scan.missing')}</p>}
      </div>
      <TypedCode onCode={(code) => onCode(code, true)} isTyping={isTyping} />
    </div>
  )
}

interface TypedCodeProps {
  onCode: (code: string) => void
  /** Set while something is typed: the camera then tells nothing, so that no screen comes in between. */
  isTyping: RefObject<boolean>
}

/** For labels that no camera reads. */
function TypedCode({ onCode, isTyping }: TypedCodeProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  isTyping.current = typed !== ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const code = typed.trim()
        if (code) onCode(code)
        setTyped('')
      }}
    >
      <input
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={t('scan.type')}
        aria-label={t('scan.type')}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
      <button type="submit" disabled={typed.trim() === ''}>
        {t('action.ok')}
      </button>
    </form>
  )
}

function Lamp({ track }: { track: MediaStreamTrack }) {
  const { t } = useTranslation()
  const [isOn, setOn] = useState(false)
  const { torch } = (track.getCapabilities?.() ?? {}) as { torch?: boolean }
  if (!torch) return null
  const toggle = async () => {
    await track.applyConstraints({ advanced: [{ torch: !isOn } as MediaTrackConstraintSet] })
    setOn(!isOn)
  }
  return (
    <button
      type="button"
      className="round"
      aria-pressed={isOn}
      aria-label={t('scan.lamp')}
      onClick={() => void toggle().catch(() => {})}
    >
      <Icon name="lamp" />
    </button>
  )
}

async function openCamera(
  over: AbortSignal,
  video: HTMLVideoElement,
  onTrack: (track: MediaStreamTrack | undefined) => void,
): Promise<void> {
  if (!navigator.mediaDevices) throw new Error('no camera without TLS')
  const wanted = { facingMode: 'environment', width: { ideal: 1_920 }, height: { ideal: 1_080 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false })
  const end = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (over.aborted) return end()
  over.addEventListener('abort', end)
  video.srcObject = stream
  onTrack(stream.getVideoTracks()[0])
  await video.play().catch(() => {})
}

async function readFrames(over: AbortSignal, video: HTMLVideoElement, onCode: (code: string) => void): Promise<void> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  const toldAt = new Map<string, number>()
  while (!over.aborted) {
    if (video.videoWidth > 0 && document.visibilityState === 'visible') {
      const scale = Math.min(1, FRAME_WIDTH / video.videoWidth)
      canvas.width = Math.round(video.videoWidth * scale)
      canvas.height = Math.round(video.videoHeight * scale)
      context.drawImage(video, 0, 0, canvas.width, canvas.height)
      const codes = await decodeFrame(context.getImageData(0, 0, canvas.width, canvas.height)).catch(() => [])
      for (const code of codes) {
        const isFresh = Date.now() - (toldAt.get(code) ?? 0) > SAME_MILLISECONDS
        toldAt.set(code, Date.now())
        if (isFresh && !over.aborted) onCode(code)
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS))
  }
}
