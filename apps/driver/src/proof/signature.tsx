// The recipient signs with a finger; the strokes are kept as a small picture.
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import SignaturePad from 'signature_pad'
import { Button } from '../parts/button.tsx'

interface Props {
  /** Earlier signature, as a data URL. */
  value: string | undefined
  isNeeded: boolean
  onChange: (signature: string | undefined) => void
}

const WIDTH = 640
const HEIGHT = 240

export function Signature({ value, isNeeded, onChange }: Props) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(undefined)
  const kept = useRef({ value, onChange })
  kept.current = { value, onChange }

  useEffect(() => {
    const signing = new SignaturePad(canvas.current!, { penColor: '#101828', minWidth: 1.5, maxWidth: 4 })
    // The canvas is drawn smaller than it is: the pad measures in the page's pixels.
    fitScale(canvas.current!)
    if (kept.current.value)
      void signing.fromDataURL(kept.current.value, {
        width: canvas.current!.clientWidth,
        height: canvas.current!.clientHeight,
      })
    signing.addEventListener('endStroke', () => kept.current.onChange(signing.toDataURL('image/png')))
    pad.current = signing
    return () => signing.off()
  }, [])

  const clear = () => {
    pad.current?.clear()
    onChange(undefined)
  }

  return (
    <section className="part" id="signature">
      <h2>
        {t('proof.signature')} {isNeeded && !value && <span className="needed">{t('proof.needed')}</span>}
      </h2>
      <canvas ref={canvas} className="signature" role="img" aria-label={t('proof.signHere')} />
      <div className="row">
        <p className="dim grow">{value ? t('proof.signed') : t('proof.signHere')}</p>
        <Button look="quiet" text={t('proof.clear')} isOff={!value} onClick={clear} />
      </div>
    </section>
  )
}

function fitScale(canvas: HTMLCanvasElement): void {
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const ratio = WIDTH / Math.max(1, canvas.clientWidth)
  canvas.getContext('2d')!.scale(ratio, ratio)
}
