// The sender's font: a kind that every system has, or the sender's own file from this service.
import type { TrackingView } from '@routewright/contract'
import { useEffect } from 'preact/hooks'

type Brand = TrackingView['brand']

/** Families by kind, those of Apple, Windows, Android and Linux in turn. */
const families: Record<NonNullable<Brand['font']>, string> = {
  system: '',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", source-sans-pro, ',
  geometric: 'Avenir, Montserrat, Corbel, "URW Gothic", source-sans-pro, ',
  rounded: 'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Manjari, "Arial Rounded MT Bold", ',
  serif: '"Iowan Old Style", "Palatino Linotype", "URW Palladio L", P052, Georgia, serif, ',
}
const usual = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'
const own = 'sender'

/** Shows text at once: a font of the sender's own replaces the system's when it has loaded. */
export function useBrandFont(brand: Brand | undefined): void {
  const { font = 'system', font_url: url } = brand ?? {}
  useEffect(() => {
    const fallback = `${families[font]}${usual}`
    const { style } = document.documentElement
    style.setProperty('--rw-font', fallback)
    if (!url) return
    const face = new FontFace(own, `url(${JSON.stringify(url)}) format("woff2")`, { weight: '100 900' })
    face
      .load()
      .then(() => {
        document.fonts.add(face)
        style.setProperty('--rw-font', `${own}, ${fallback}`)
      })
      // A file that this browser cannot read: the fallback stays.
      .catch(() => {})
    return () => {
      document.fonts.delete(face)
    }
  }, [font, url])
}
