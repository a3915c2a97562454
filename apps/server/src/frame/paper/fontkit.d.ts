// The part of fontkit that paper uses; the package brings no types of its own.
declare module 'fontkit' {
  type Command = 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath'
  export interface Glyph {
    /** In units of the font. */
    advanceWidth: number
    path: { commands: readonly { command: Command; args: readonly number[] }[] }
  }
  export interface Font {
    unitsPerEm: number
    /** Reach above the baseline, and below it as a negative number, in units of the font. */
    ascent: number
    descent: number
    layout(text: string, features?: readonly string[] | Record<string, boolean>): { glyphs: Glyph[] }
  }
  export function create(bytes: Uint8Array): Font
}
