// A text as QR code: dark squares on white in every theme, since phones read nothing else well.
import QR from 'qrcode'
import { useMemo } from 'react'

/** Empty modules around the code, as ISO/IEC 18004 asks for. */
const QUIET = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = QR.create(text, { errorCorrectionLevel: 'M' })
    const dark = Array.from(modules.data, (isDark, index) => (isDark ? index : -1)).filter((index) => index >= 0)
    const squares = dark.map((index) => `M${index % modules.size} ${Math.floor(index / modules.size)}h1v1h-1z`)
    return { size: modules.size, path: squares.join('') }
  }, [text])
  const side = size + 2 * QUIET
  return (
    <svg viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
