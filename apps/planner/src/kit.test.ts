import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Files that are loaded first, and those loaded with the first screen after the sign-in. */
const sheets = ['kit.css', 'kit-screens.css'].map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
const styles = join(createRequire(import.meta.url).resolve('@mantine/core/styles.css'), '..', 'styles')

test('every part of the kit that a screen uses has its style in one of the two sheets', () => {
  const imported = new Set(
    globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname })
      .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
      .flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
      .flatMap(([, names]) => names!.split(','))
      .map((name) => name.trim())
      .filter((name) => existsSync(join(styles, `${name}.css`))),
  )
  expect(imported.size).toBeGreaterThan(30)
  const found = (name: string) => sheets.filter((sheet) => sheet.includes(`/${name}.layer.css"`)).length
  expect([...imported].filter((name) => found(name) !== 1)).toEqual([])
})

test.each(sheets)(
  'the parts stand in the order of the kit’s whole sheet, where later ones override earlier ones (sheet %$)',
  (kit) => {
    const whole = readFileSync(join(styles, '..', 'styles.css'), 'utf8')
    const names = [...kit.matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name]) => name!)
    const places = names.map((name) =>
      whole.indexOf(
        readFileSync(join(styles, `${name}.css`), 'utf8')
          .trim()
          .slice(0, 200),
      ),
    )
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
  },
)
