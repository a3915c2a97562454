import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../vitest.config.ts'

const { LEFT_OUT_OF_QUICK, LONG_FILES, QUICK_PROJECTS } = await import(
  new URL('../scripts/lib/quick-tests.mjs', import.meta.url).href
)

test('a quick run says of every project that it runs it or leaves it out', () => {
  const projects = (config as { test: { projects: { test: { name: string } }[] } }).test.projects
  const named = [...QUICK_PROJECTS, ...Object.keys(LEFT_OUT_OF_QUICK)]
  expect(named.sort()).toEqual(projects.map((project) => project.test.name).sort())
})

test('the long files that it leaves out are there', () => {
  for (const file of Object.keys(LONG_FILES))
    expect(existsSync(new URL(`../${file}`, import.meta.url)), file).toBe(true)
})
