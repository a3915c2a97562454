// Builds the site of documents into dist: `npm run docs`, or with --out FOLDER --base /ADDRESS/ for another place, --serve [PORT] to write with.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import Eleventy, { type PageData, type UserConfig } from '@11ty/eleventy'
import { framePage } from './frame.ts'
import { amendMarkdown, type Markdown } from './markdown.ts'
import { defaultBase, listPages, root, type SitePage } from './pages.ts'
import { searchIndex } from './search-index.ts'

const here = fileURLToPath(new URL('..', import.meta.url))
/** Below docs/ for the generator only: pages of files that stand elsewhere in the repository. */
const elsewhere = '_repository'

interface Place {
  out: string
  base: string
}

/** Writes the whole site; the folder is emptied first. Throws where a link leads nowhere. */
export async function buildSite({ out, base }: Place): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  await generator({ out, base }).write()
  writeAssets(out)
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).map((name) => join(out, name))
  for (const path of files) compress(path)
  // Copied pictures keep their age, and what is older than its sources would be built again at every start.
  const now = new Date()
  for (const path of files) utimesSync(path, now, now)
}

/** The generator, told of our pages, our Markdown and our frame. */
function generator({ out, base }: Place): Eleventy {
  process.chdir(root)
  return new Eleventy('docs', relative(root, out), {
    quietMode: true,
    configPath: null,
    config(config) {
      const pages = new Map(listPages().map((page) => [page.source, page]))
      configure(config, pages, base)
      // Documents are Markdown and nothing else: {{to}} in them is a text. What this function returns is not looked at.
      config.on('eleventy.config', (made) => {
        Object.assign(made.getConfig(), { markdownTemplateEngine: false, htmlTemplateEngine: false })
      })
    },
  })
}

function configure(config: UserConfig, pages: ReadonlyMap<string, SitePage>, base: string): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const getPage = (inputPath: string) => pages.get(inputPath.replace('./', '').replace(`docs/${elsewhere}/`, ''))!
  config.setUseGitIgnore(false)
  for (const { source, text } of pages.values()) {
    if (!source.startsWith('docs/')) config.addTemplate(`${elsewhere}/${source}`, text)
  }
  config.addGlobalData('eleventyComputed', {
    permalink: ({ page }: PageData) => `/${getPage(page.inputPath).address}index.html`,
    source: ({ page }: PageData) => getPage(page.inputPath).source,
  })
  config.addPassthroughCopy({ 'docs/screens': 'screens', 'docs/pictures': 'pictures' })
  config.amendLibrary('md', (markdown) => amendMarkdown(markdown as Markdown, pages, base))
  config.addTransform('frame', function frame(content) {
    return framePage(getPage(this.page.inputPath), content, { pages, base, version })
  })
}

/** Style, scripts, and what the search needs. */
function writeAssets(out: string): void {
  const assets = join(out, 'assets')
  mkdirSync(assets, { recursive: true })
  for (const name of ['site.css', 'site.js', 'theme.js', 'search-options.js']) {
    copyFileSync(join(here, 'src', name), join(assets, name))
  }
  const { resolve: find } = createRequire(import.meta.url)
  copyFileSync(join(find('minisearch'), '../../es/index.js'), join(assets, 'minisearch.js'))
  writeFileSync(join(assets, 'search.json'), searchIndex(listPages()))
}

/** A .br and a .gz beside every text file, so that the service only sends files. */
function compress(path: string): void {
  if (!/\.(html|js|css|json|svg)$/.test(path)) return
  const content = readFileSync(path)
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  writeFileSync(`${path}.gz`, gzipSync(content))
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join(here, 'dist') },
      base: { type: 'string', default: defaultBase },
      serve: { type: 'string' },
    },
  })
  if (!/^\/(.*\/)?$/.test(values.base)) throw new Error('--base must begin and end with a slash, like /docs/')
  const place = { out: resolve(process.env.INIT_CWD ?? '.', values.out), base: values.base }
  await buildSite(place)
  if (values.serve !== undefined) {
    const eleventy = generator(place)
    await eleventy.init()
    await eleventy.watch()
    await eleventy.serve(Number(values.serve))
  }
}
